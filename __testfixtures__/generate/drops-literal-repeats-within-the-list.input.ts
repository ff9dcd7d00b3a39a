export default defineFwConfig({
  generate: { routes: ['/a', '/b', '/a'] },
  serverEngine: { prerender: { routes: ['/x'] } },
})
