export default defineFwConfig({
  css: ['~/assets/a.css'],
  pwa: { strategies: 'injectManifest', srcDir: 'service-worker' },
})
