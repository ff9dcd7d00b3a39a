export default defineFwConfig({
  generate: {
    // the crawler does not find these
    routes: ['/a', '/b'],
  },
})
