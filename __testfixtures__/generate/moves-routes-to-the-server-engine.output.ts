export default defineFwConfig({
  serverEngine: {
    prerender: {
      // the crawler does not find these
      routes: ['/a', '/b'],
    },
  },
})
