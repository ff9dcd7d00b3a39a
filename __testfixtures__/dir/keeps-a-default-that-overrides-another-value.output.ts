export default defineFwConfig({
  dir: { pages: 'app/views' },
  $production: {
    dir: { pages: 'app/pages' },
  },
})
