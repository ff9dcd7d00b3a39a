export default defineFwConfig({
  modules: ['@fw/i18n'],
  i18n: { langDir: '../locales', locales: [{ code: 'en', file: 'en.json' }] },
})
