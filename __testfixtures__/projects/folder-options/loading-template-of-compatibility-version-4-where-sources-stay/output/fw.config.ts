export default defineFwConfig({
  spaLoadingTemplate: 'app/spa-loading-template.html',
  srcDir: '.',
  dir: { app: 'app' },
})
