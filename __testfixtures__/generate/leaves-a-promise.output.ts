export default defineFwConfig({
  generate: {
    routes: fetchRoutes(),
  },
})
