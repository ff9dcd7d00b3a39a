export default defineFwConfig({
  serverEngine: {
    prerender: {
      routes: [
        '/',
      ],
    },
  },
  // Most pages are known beforehand.
  generate: {
    routes: ['/shop', '/cart'],
  },
})
