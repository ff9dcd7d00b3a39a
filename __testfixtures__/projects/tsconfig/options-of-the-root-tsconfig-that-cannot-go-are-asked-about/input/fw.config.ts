export default defineFwConfig({
  typescript: { strict: true },
})
