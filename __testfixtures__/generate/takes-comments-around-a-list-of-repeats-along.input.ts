export default defineFwConfig({
  // Static pages.
  generate: {
    // The important ones.
    routes: [
      '/a', // The shop.
      '/b',
      // More to come.
    ],
  },
  serverEngine: {
    prerender: {
      routes: ['/a', '/b'],
    },
  },
})
