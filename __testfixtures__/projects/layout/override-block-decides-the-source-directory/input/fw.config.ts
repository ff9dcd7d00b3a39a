export default defineFwConfig({
  srcDir: 'src',
  $production: { srcDir: 'live' },
  modules: ['~/modules/stats'],
})
