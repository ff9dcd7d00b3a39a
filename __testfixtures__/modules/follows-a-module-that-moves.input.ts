export default defineFwConfig({
  modules: ['~/utils/module'],
})
