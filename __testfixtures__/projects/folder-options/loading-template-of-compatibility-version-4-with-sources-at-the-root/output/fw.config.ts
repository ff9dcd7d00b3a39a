export default defineFwConfig({
  spaLoadingTemplate: true,
})
