export default defineFwConfig({
  $production: { components: ['./widgets'] },
})
