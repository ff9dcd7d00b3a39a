export default defineFwConfig({
  extends: ['./base'],
  srcDir: 'app',
})
