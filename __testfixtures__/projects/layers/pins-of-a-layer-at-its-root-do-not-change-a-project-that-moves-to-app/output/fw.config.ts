export default defineFwConfig({
  srcDir: 'app',
  extends: ['./base'],
})
