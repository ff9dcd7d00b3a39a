export default defineFwConfig({
  dir: { app: 'app' },
  ...(process.env.CI && { dir: { pages: 'views', app: 'app' } }),
  $production: { ...(process.env.CI && { dir: { layouts: 'frames' } }) },
})
