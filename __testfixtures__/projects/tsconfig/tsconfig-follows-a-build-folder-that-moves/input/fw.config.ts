export default defineFwConfig({
  buildDir: 'src/.fw',
  srcDir: 'src',
  spaLoadingTemplate: 'loading.html',
})
