export default defineFwConfig({
  pwa: { srcDir: 'service-worker' },
  i18n: { rootDir: getRoot() },
})
