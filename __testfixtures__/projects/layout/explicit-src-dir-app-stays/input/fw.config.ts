export default defineFwConfig({
  srcDir: 'app',
})
