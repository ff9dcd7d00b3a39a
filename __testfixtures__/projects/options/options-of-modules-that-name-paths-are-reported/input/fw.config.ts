export default defineFwConfig({
  modules: ['@org/i18n'],
  i18n: {
    langDir: 'locales',
    locales: [{ code: 'en', file: 'en.json' }],
    vueI18n: './utils/format.ts',
  },
  content: {
    sources: { local: { base: '~/content' }, other: { base: '~~/content' } },
  },
  tailwindcss: {
    cssPath: '~/assets/css/main.css',
    exampleFile: 'assets/css/main.css',
  },
  $production: {
    sitemap: { folder: 'pages' },
  },
})
