export default defineFwConfig({})
