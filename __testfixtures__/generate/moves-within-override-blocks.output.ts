export default defineFwConfig({
  $production: {
    serverEngine: { prerender: { routes: ['/a'] } },
  },
  $env: {
    staging: { serverEngine: { prerender: { routes: ['/b'] } } },
  },
})
