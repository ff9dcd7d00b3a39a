export default defineFwConfig({
  srcDir: 'src',
  serverDir: 'server',
})
