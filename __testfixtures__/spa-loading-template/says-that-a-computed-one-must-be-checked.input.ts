export default defineFwConfig({
  spaLoadingTemplate: process.env.LOADER,
})
