export default defineFwConfig({
  serverEngine: { prerender: { routes: ['/x', '/a', '/b'] } },
})
