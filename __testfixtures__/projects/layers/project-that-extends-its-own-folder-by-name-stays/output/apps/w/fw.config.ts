export default defineFwConfig({
  extends: ['../w'],
})
