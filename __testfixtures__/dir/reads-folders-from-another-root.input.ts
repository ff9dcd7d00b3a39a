export default defineFwConfig({
  rootDir: 'site',
  dir: { pages: 'views', plugins: 'plugins' },
})
