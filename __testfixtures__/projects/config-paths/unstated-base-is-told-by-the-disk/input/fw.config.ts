export default defineFwConfig({
  srcDir: 'src',
  css: [
    './styles/at-sources.css',
    './styles/at-root.css',
    './styles/nowhere.css',
    'normalize.css',
  ],
})
