export default defineFwConfig({
  srcDir: 'src',
  dir: { modules: 'src/modules', public: 'src/public' },
})
