export default defineFwConfig({
  $production: { spaLoadingTemplate: '~/brand/loading.html' },
})
