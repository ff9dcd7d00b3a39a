export default defineFwConfig({
  watch: ['locales/*.json', '../i18n/**'],
})
