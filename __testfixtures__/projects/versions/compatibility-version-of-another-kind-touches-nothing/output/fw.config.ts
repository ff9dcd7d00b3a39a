export default defineFwConfig({
  future: { compatibilityVersion: 5 },
  modules: ['~/modules/stats'],
})
