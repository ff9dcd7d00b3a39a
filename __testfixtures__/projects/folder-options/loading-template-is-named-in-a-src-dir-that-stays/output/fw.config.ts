export default defineFwConfig({
  srcDir: 'src',
  ssr: false,
  dir: { app: 'src/app' },
  spaLoadingTemplate: '~/app/spa-loading-template.html',
})
