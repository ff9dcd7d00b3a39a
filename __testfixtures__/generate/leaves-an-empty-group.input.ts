export default defineFwConfig({
  generate: {},
})
