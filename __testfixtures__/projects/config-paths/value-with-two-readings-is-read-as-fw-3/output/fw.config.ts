export default defineFwConfig({
  srcDir: 'src',
  dir: { public: 'src/static' },
})
