export default defineFwConfig({
  extends: ['./base'],
  srcDir: 'src',
})
