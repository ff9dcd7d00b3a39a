export default defineFwConfig({
  future: { compatibilityVersion: 4 },
  ssr: false,
  spaLoadingTemplate: './loading.html',
})
