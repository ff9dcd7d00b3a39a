export default defineFwConfig({
  typescript: { tsConfig: sharedConfig() },
})
