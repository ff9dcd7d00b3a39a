export default defineFwConfig({
  $production: { builder: 'bundler2' },
})
