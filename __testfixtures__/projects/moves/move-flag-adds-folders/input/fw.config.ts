export default defineFwConfig({
  alias: { '#stores': './stores' },
})
