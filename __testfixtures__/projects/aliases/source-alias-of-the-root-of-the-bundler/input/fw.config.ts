export default defineFwConfig({
  alias: { '~': '/', '@': '/' },
})
