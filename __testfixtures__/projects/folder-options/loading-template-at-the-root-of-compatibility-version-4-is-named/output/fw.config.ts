export default defineFwConfig({
  spaLoadingTemplate: 'spa-loading-template.html',
})
