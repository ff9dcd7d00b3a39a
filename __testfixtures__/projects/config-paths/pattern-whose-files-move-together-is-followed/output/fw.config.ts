export default defineFwConfig({
  watch: ['{pages,components}/**'],
})
