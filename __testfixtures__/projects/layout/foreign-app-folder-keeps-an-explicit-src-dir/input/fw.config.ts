export default defineFwConfig({
  srcDir: 'src',
  modules: ['~/modules/stats'],
})
