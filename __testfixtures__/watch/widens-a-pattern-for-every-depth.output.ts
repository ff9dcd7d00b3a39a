export default defineFwConfig({
  watch: ['../**/*.graphql'],
})
