export default defineFwConfig({
  generate: { fallback: true },
})
