export default defineFwConfig({
  generate: {
    routes: /* The important ones. */ ['/a'] /* Only these. */,
  },
  serverEngine: {
    prerender: {
      routes: ['/a', '/b'],
    },
  },
})
