export default defineFwConfig({
  extends: ['../../packages/ui'],
  srcDir: 'app',
})
