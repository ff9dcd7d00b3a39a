export default defineFwConfig({
  extends: ['./themes/base'],
})
