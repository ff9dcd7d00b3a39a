export default defineFwConfig({
  srcDir: 'src/client',
})
