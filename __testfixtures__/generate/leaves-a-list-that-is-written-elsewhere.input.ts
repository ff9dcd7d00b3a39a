const routes = ['/one', '/two']

export default defineFwConfig({
  generate: { routes },
  serverEngine: { prerender: { routes: ['/x'] } },
})
