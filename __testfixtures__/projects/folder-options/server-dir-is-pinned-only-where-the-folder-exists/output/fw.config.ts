export default defineFwConfig({
  srcDir: 'src',
  serverDir: 'src/server',
})
