export default defineFwConfig({
  rootDir: 'site',
  css: ['~/styles/base.css', '~/assets/main.css'],
})
