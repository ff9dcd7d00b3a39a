export default defineFwConfig({
  spaLoadingTemplate: '~/loading.html',
})
