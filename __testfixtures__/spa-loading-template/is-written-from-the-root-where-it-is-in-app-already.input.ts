export default defineFwConfig({
  spaLoadingTemplate: '~/app/loading.html',
})
