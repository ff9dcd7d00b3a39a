export default defineFwConfig({
  serverEngine: {
    prerender: {
      routes: [/* The important ones. */ /* Only these. */ '/a', '/b'],
    },
  },
})
