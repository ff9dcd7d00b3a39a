export default defineFwConfig({
  serverEngine: {
    prerender: {
      routes: [
        '/',
        // Most pages are known beforehand.
        '/shop',
        '/cart',
      ],
    },
  },
})
