export default defineFwConfig({
  rootDir: 'site',
  dir: { pages: 'app/views' },
})
