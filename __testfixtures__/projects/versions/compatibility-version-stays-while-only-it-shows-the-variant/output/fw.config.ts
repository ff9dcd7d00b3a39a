export default defineFwConfig({
  srcDir: 'src/',
  future: { compatibilityVersion: 4 },
  $production: { dir: { middleware: 'src/guards' } },
})
