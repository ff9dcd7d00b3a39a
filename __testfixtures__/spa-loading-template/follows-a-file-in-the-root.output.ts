export default defineFwConfig({
  ssr: false,
  spaLoadingTemplate: '~~/loading.html',
})
