export default defineFwConfig({
  $production: { ignore: ['app/pages/debug/**'] },
})
