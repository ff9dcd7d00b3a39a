export default defineFwConfig({
  css: ['~~/app/assets/main.css', '@/assets/main.css'],
  $production: { alias: { '~': __dirname } },
})
