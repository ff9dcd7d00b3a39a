export default defineFwConfig({
  css: ['~/assets/main.css', '@/assets/main.css'],
  $production: { alias: { '~': __dirname } },
})
