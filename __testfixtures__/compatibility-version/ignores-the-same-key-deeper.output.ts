export default defineFwConfig({
  serverEngine: { future: { compatibilityVersion: 3 } },
})
