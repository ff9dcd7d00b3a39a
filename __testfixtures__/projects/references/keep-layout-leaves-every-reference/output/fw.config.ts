export default defineFwConfig({
  srcDir: 'client',
})
