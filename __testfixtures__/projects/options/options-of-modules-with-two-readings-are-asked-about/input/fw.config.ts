export default defineFwConfig({
  i18n: {
    restructureDir: '',
    langDir: 'locales',
  },
})
