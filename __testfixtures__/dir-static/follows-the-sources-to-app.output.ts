export default defineFwConfig({
  srcDir: 'src',
  dir: { public: 'app/files' },
})
