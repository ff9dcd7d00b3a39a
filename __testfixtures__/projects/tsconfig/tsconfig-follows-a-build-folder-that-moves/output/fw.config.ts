export default defineFwConfig({
  buildDir: 'app/.build',
  spaLoadingTemplate: 'app/loading.html',
})
