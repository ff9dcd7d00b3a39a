export default defineFwConfig({ components: false })
