export default defineFwConfig({
  extends: ['./themes/dark', './themes/plain'],
})
