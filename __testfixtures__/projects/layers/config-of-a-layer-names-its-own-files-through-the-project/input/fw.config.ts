export default defineFwConfig({
  extends: ['./themes/dark'],
})
