export default defineFwConfig({
  srcDir: 'src',
  ssr: false,
  dir: { app: 'src/app' },
  spaLoadingTemplate: 'src/app/spa-loading-template.html',
})
