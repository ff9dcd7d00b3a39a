export default defineFwConfig({
  modules: ['~~/modules/stats'],
  css: ['~/assets/main.css'],
  dir: { layouts: 'app/frames' },
  watch: ['../locales'],
})
