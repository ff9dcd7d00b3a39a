export default defineFwConfig({
  components: ['~/widgets'],
})
