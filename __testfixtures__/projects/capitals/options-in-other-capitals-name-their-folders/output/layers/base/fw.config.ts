export default defineFwConfig({
  srcDir: 'Src',
  dir: { public: 'src/Public' },
})
