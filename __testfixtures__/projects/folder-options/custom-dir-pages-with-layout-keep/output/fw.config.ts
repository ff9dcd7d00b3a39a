export default defineFwConfig({
  dir: { pages: 'views', app: 'app' },
  srcDir: '.',
})
