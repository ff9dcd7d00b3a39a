export default defineFwConfig({
  serverEngine: {
    prerender: {
      routes: [
        '/x', // no comma
        // All pages of the shop.
        // behind the list
        // Loose.
        // At the end.
        // The first one.
        '/a', // behind it
        '/b'
      ],
    },
  },
})
