export default defineFwConfig({
  buildDir: 'app/.fw',
  spaLoadingTemplate: 'app/loading.html',
})
