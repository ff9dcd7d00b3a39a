export default defineFwConfig({
  srcDir: 'src',
  extends: ['./base'],
})
