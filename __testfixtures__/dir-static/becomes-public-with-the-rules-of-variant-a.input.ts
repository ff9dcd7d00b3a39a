export default defineFwConfig({
  future: { compatibilityVersion: 4 },
  srcDir: 'src',
  dir: { static: 'static' },
})
