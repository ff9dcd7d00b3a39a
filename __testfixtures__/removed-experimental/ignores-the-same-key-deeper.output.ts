export default defineFwConfig({
  serverEngine: { experimental: { compileTemplate: true } },
})
