export default defineFwConfig({
  future: { compatibilityVersion: 4 },
  modules: ['~/modules/a'],
})
