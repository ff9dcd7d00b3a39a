export default defineFwConfig({
  future: { compatibilityVersion: 4 },
  dir: { pages: 'views', assets: 'app/assets' },
})
