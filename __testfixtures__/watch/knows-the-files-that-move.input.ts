export default defineFwConfig({
  watch: ['app.config.ts', 'app.vue', 'components/**', 'server/api/*.ts'],
})
