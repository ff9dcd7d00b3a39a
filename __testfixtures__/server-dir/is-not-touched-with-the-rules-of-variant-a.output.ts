export default defineFwConfig({
  future: { compatibilityVersion: 4 },
  srcDir: 'src',
  serverDir: 'server',
})
