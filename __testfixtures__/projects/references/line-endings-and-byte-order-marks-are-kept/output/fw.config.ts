export default defineFwConfig({
  modules: ['~~/modules/stats'],
})
