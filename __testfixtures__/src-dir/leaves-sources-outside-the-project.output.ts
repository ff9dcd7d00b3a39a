export default defineFwConfig({
  srcDir: '../web/src',
})
