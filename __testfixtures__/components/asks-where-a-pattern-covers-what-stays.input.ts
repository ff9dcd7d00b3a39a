export default defineFwConfig({
  components: ['~/{components,vendor}/**'],
})
