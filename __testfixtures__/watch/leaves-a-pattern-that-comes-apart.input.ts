export default defineFwConfig({
  watch: ['*/*.yaml'],
})
