export default defineFwConfig({
  srcDir: 'src',
  extends: './src/base',
})
