export default defineFwConfig({
  srcDir: 'src',
  css: ['~/main.css'],
  future: { compatibilityVersion: 3 },
})
