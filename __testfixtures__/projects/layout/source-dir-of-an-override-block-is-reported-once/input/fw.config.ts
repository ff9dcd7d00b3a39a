export default defineFwConfig({
  css: ['~/assets/main.css'],
  $production: { srcDir: 'client' },
})
