export default defineFwConfig({
  srcDir: 'src',
  serverDir: 'src/server',
  dir: { modules: 'src/modules', public: 'src/public' },
})
