export default defineFwConfig({
  srcDir: process.env.SOURCES,
  modules: ['~/modules/stats'],
})
