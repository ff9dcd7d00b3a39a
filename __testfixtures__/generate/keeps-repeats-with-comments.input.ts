export default defineFwConfig({
  generate: {
    routes: [
      // linked from the footer
      '/about',
      '/about', // twice, see #12
      '/new', // only here
      // as in the old site
      '/new',
    ],
    exclude: ['/a' /* private */, '/b'],
  },
  serverEngine: {
    prerender: {
      routes: [
        '/',
        // the team
        '/about',
      ],
      ignore: ['/a'],
    },
  },
})
