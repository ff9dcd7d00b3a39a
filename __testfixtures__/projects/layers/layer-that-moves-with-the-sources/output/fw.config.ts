export default defineFwConfig({
  extends: './app/base',
})
