const routes = ['/a', '/b']

export default defineFwConfig({
  generate: { routes },
})
