export default defineFwConfig({
  extends: ['../../packages/ui'],
})
