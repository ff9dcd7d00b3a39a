export default defineFwConfig({
  srcDir: 'src',
  dir: { public: 'static' },
})
