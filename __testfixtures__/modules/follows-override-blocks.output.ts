export default defineFwConfig({
  $production: { modules: ['~~/modules/stats'] },
})
