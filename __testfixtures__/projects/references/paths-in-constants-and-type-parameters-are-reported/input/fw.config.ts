export default defineFwConfig({
  modules: [],
})
