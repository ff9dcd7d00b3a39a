export default defineFwConfig({
  generate: staticOptions(),
})
