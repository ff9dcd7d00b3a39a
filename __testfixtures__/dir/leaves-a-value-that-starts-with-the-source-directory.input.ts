export default defineFwConfig({
  srcDir: 'src',
  dir: { pages: 'src/views', modules: 'src/modules', public: 'src/public' },
})
