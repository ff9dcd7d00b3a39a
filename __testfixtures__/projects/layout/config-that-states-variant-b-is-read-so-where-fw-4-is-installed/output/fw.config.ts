export default defineFwConfig({
  srcDir: 'src',
  css: ['~/main.css'],
  serverDir: 'src/server',
})
