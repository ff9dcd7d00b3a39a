export default defineFwConfig({
  ssr: true,
  future: { compatibilityVersion: 4 },
  modules: ['~~/modules/stats'],
  css: ['~/assets/main.css'],
})
