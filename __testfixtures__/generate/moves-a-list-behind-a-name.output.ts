const routes = ['/a', '/b']

export default defineFwConfig({
  serverEngine: { prerender: { routes } },
})
