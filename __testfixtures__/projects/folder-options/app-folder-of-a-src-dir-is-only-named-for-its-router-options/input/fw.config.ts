export default defineFwConfig({
  future: { compatibilityVersion: 4 },
  srcDir: './src',
  dir: { layouts: 'src/app/layouts' },
})
