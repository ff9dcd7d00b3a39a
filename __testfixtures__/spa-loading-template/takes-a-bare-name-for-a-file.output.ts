export default defineFwConfig({
  spaLoadingTemplate: '~~/templates/loading.html',
})
