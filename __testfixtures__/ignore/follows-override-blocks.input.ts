export default defineFwConfig({
  $production: { ignore: ['pages/debug/**'] },
})
