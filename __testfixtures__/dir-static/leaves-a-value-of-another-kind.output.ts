export default defineFwConfig({
  dir: { static: ['public'] },
  $production: { dir: 'x' },
})
