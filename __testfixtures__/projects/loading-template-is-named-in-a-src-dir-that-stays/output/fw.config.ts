export default defineFwConfig({
  srcDir: 'src',
  ssr: false,
  spaLoadingTemplate: '~/app/spa-loading-template.html',
})
