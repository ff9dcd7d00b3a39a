export default defineFwConfig({
  rootDir: './site',
  srcDir: './src',
})
