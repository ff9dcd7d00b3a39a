export default defineFwConfig({
  alias: { '#theme': './' },
})
