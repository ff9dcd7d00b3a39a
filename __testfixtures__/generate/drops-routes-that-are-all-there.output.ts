export default defineFwConfig({
  serverEngine: { prerender: { routes: ['/a', '/b'] } },
})
