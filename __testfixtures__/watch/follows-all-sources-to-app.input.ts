export default defineFwConfig({
  srcDir: 'src',
  watch: ['content', 'server/data', '../locales', '~~/src/themes/**'],
})
