export default defineFwConfig({
  future: {},
  features: { devLogs: true },
})
