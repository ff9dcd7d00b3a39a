export default defineFwConfig({
  modules: ['~~/app/utils/module'],
})
