export default defineFwConfig({
  css: [
    '~/styles/at-sources.css',
    './styles/at-root.css',
    './styles/nowhere.css',
    'normalize.css',
  ],
})
