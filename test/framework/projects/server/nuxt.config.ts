export default defineNuxtConfig({
  compatibilityDate: '2025-01-01',
  srcDir: 'client',
  css: ['~/assets/css/main.css'],
  devtools: { enabled: false },
  serverHandlers: [{ route: '/feed', handler: '~/server/handlers/feed' }],
})
