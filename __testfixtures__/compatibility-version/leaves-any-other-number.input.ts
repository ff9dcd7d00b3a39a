export default defineFwConfig({
  future: { compatibilityVersion: 5 },
})
