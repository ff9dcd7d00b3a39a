export default defineFwConfig({
  alias: loadAliases(),
})
