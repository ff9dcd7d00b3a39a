export default defineFwConfig({
  extends: ['./base'],
})
