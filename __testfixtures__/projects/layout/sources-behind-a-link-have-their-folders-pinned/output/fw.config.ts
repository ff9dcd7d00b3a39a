export default defineFwConfig({
  srcDir: 'src',
  css: ['~/assets/main.css'],
  serverDir: 'src/server',
  dir: { public: 'src/public' },
})
