export default defineFwConfig({
  ...(process.env.CI && { dir: { pages: 'views' } }),
  $production: { ...(process.env.CI && { dir: { layouts: 'frames' } }) },
})
