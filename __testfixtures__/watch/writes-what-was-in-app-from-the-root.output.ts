export default defineFwConfig({
  watch: ['../app/**/*.yaml'],
})
