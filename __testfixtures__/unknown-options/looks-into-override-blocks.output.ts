export default defineFwConfig({
  $production: { typescript: { stric: true }, head: {} },
  $env: { staging: { future: { multiapp: true } } },
})
