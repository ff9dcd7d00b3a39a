export default defineNuxtConfig({
  compatibilityDate: '2025-01-01',
  css: ['~/assets/css/main.css'],
  devtools: { enabled: false },
  generate: { routes: ['/about', '/api/hello'], exclude: ['/private'] },
})
