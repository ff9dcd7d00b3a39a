export default defineFwConfig({
})
