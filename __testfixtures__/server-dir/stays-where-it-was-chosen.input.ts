export default defineFwConfig({
  srcDir: 'src',
  serverDir: 'backend/',
})
