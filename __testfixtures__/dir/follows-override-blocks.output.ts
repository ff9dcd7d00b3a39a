export default defineFwConfig({
  dir: { pages: 'app/views' },
  $production: {
    dir: { pages: 'app/views-live' },
  },
  $env: {
    staging: { dir: { assets: 'app/assets-staging' } },
  },
})
