export default defineFwConfig({
  srcDir: 'src',
  dir: { public: 'src/public' },
})
