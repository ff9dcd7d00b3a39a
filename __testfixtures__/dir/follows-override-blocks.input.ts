export default defineFwConfig({
  dir: { pages: 'views' },
  $production: {
    dir: { pages: 'views-live' },
  },
  $env: {
    staging: { dir: { assets: 'assets-staging' } },
  },
})
