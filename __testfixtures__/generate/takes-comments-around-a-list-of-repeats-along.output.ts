export default defineFwConfig({
  serverEngine: {
    prerender: {
      routes: [/* Static pages. */ /* The important ones. */ /* More to come. */ /* The shop. */ '/a', '/b'],
    },
  },
})
