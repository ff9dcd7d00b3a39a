export default defineFwConfig(async () => ({
  generate: {
    routes: await fetchRoutes(),
  },
}))
