export default defineFwConfig({
