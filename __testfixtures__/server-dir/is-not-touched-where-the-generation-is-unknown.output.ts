export default defineFwConfig({
  future: { compatibilityVersion: 5 },
  srcDir: 'src',
})
