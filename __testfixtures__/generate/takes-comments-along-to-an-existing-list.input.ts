export default defineFwConfig({
  generate: {
    // All pages of the shop.
    routes: [
      // Loose.

      // The first one.
      '/a', // behind it
      '/b',
      // At the end.
    ], // behind the list
  },
  serverEngine: {
    prerender: {
      routes: [
        '/x' // no comma
      ],
    },
  },
})
