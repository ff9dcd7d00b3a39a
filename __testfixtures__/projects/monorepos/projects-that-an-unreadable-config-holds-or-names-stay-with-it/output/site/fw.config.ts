export default defineFwConfig({
  srcDir: 'src',
  extends: ['../theme', './src/base'
