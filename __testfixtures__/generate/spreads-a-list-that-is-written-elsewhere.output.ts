const routes = ['/one', '/two']

export default defineFwConfig({
  serverEngine: { prerender: { routes: ['/x', ...routes] } },
})
