export default defineNuxtConfig({
  compatibilityDate: '2025-01-01',
  dir: { pages: 'views', assets: 'resources', public: 'static-files' },
  components: [{ path: '~/parts' }],
  css: ['~/resources/css/main.css'],
  devtools: { enabled: false },
})
