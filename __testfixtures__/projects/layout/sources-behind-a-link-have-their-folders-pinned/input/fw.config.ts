export default defineFwConfig({
  srcDir: 'src',
  css: ['~/assets/main.css'],
})
