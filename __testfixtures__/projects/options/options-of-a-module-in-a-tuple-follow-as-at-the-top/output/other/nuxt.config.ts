export default defineNuxtConfig({
  modules: [
    '@nuxtjs/tailwindcss',
    ['@nuxtjs/i18n', { langDir: 'locales' }],
  ],
  tailwindcss: { configPath: '~~/config/tailwind.config.ts', cssPath: '~/assets/css/tw.css' },
})
