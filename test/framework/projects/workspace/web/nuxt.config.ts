export default defineNuxtConfig({
  extends: ['../ui'],
  compatibilityDate: '2025-01-01',
  css: ['~/assets/css/main.css'],
  devtools: { enabled: false },
})
