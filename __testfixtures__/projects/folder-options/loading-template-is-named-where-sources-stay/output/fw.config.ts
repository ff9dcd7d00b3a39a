export default defineFwConfig({
  ssr: false,
  srcDir: '.',
  dir: { app: 'app' },
  spaLoadingTemplate: 'app/spa-loading-template.html',
})
