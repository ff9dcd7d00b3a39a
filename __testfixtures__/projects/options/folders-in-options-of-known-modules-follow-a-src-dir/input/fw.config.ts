export default defineFwConfig({
  srcDir: 'src',
  icon: {
    customCollections: [{ prefix: 'own', dir: './src/assets/icons' }],
  },
  i18n: { langDir: 'locales/' },
  pinia: { storesDirs: ['stores/**'] },
})
