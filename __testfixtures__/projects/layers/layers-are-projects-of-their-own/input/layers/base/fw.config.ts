export default defineFwConfig({
  css: ['~/styles/base.css', '~/assets/main.css'],
})
