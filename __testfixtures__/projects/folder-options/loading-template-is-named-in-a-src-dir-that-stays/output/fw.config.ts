export default defineFwConfig({
  srcDir: 'src',
  ssr: false,
  spaLoadingTemplate: 'src/app/spa-loading-template.html',
})
