export default defineNuxtConfig({
  srcDir: 'src',
  compatibilityDate: '2025-01-01',
  css: ['~/assets/css/main.css'],
  devtools: { enabled: false },
})
