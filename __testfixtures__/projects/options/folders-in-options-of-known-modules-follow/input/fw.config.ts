export default defineFwConfig({
  modules: ['@org/icon', '@org/i18n', '@org/pinia'],
  icon: {
    customCollections: [
      { prefix: 'own', dir: './assets/icons' },
      // Not drawn yet.
      { prefix: 'later', dir: './assets/later' },
    ],
    serverBundle: { collections: ['mdi', { prefix: 'flag', dir: 'assets/flags' }] },
  },
  i18n: {
    langDir: 'locales',
    locales: [{ code: 'en', file: 'en.json' }],
  },
  pinia: { storesDirs: ['./stores/**'] },
})
