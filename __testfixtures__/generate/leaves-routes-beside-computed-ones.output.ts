export default defineFwConfig({
  generate: { routes: ['/a'] },
  serverEngine: {
    prerender: { routes: listRoutes() },
  },
})
