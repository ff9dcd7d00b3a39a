export default defineFwConfig({
  buildDir: 'src/.build',
  srcDir: 'src',
  spaLoadingTemplate: 'loading.html',
})
