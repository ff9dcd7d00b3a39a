export default defineFwConfig({ })
