export default defineFwConfig({
  modules: ['~~/modules/a', './modules/b'],
})
