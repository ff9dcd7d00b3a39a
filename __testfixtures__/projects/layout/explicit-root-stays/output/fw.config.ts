export default defineFwConfig({
  srcDir: '.',
})
