export default defineFwConfig({
  srcDir: 'src',
  css: ['~/main.css'],
})
