export default defineFwConfig({
  $production: { transformer2: { transform: { options: { target: 'es2020' } } } },
})
