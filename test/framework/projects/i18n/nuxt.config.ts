export default defineNuxtConfig({
  compatibilityDate: '2025-01-01',
  css: ['~/assets/css/main.css'],
  devtools: { enabled: false },
  modules: ['@nuxtjs/i18n'],
  i18n: {
    defaultLocale: 'en',
    langDir: 'locales',
    locales: [{ code: 'en', file: 'en.json' }],
    detectBrowserLanguage: false,
  },
})
