export default defineFwConfig({
  srcDir: 'src',
  future: { compatibilityVersion: 4 },
})
