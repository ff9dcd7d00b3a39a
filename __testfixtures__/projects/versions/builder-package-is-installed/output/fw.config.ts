export default defineFwConfig({
  srcDir: 'src',
  builder: 'bundler2',
})
