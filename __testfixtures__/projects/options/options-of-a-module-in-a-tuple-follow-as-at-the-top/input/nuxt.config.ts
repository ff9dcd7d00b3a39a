export default defineNuxtConfig({
  modules: [
    ['@nuxtjs/tailwindcss', { configPath: '~/config/tailwind.config.ts', cssPath: '~/assets/css/tw.css' }],
    '@nuxtjs/i18n',
  ],
  i18n: { langDir: 'locales' },
})
