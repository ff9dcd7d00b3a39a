export default defineFwConfig({
  icon: {
    customCollections: [{ prefix: 'own', dir: './app/assets/icons' }],
  },
  i18n: { langDir: 'locales/' },
  pinia: { storesDirs: ['stores/**'] },
})
