export default defineFwConfig({
  $production: {
    dir: { static: 'static-live' },
  },
})
