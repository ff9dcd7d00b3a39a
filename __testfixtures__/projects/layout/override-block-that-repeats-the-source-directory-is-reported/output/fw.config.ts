export default defineFwConfig({
  srcDir: 'client/',
  css: ['~/assets/a.css'],
  $production: { srcDir: './client' },
})
