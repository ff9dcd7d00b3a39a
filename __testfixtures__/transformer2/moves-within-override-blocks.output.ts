export default defineFwConfig({
  $production: { transformer1: { options: { target: 'es2020' } } },
})
