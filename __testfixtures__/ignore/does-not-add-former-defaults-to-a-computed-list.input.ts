export default defineFwConfig({
  srcDir: 'src',
  ignore: loadIgnores(),
})
