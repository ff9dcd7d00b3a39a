export default defineFwConfig({
  future: { compatibilityVersion: 4 },
  spaLoadingTemplate: true,
})
