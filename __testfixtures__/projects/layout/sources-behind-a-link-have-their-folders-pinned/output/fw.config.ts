export default defineFwConfig({
  srcDir: 'src',
  css: ['~/assets/main.css'],
  serverDir: 'src/server',
  dir: { modules: 'src/modules', public: 'src/public' },
})
