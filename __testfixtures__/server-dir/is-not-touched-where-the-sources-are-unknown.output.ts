export default defineFwConfig({
  srcDir: getSource(),
  serverDir: './server',
})
