export default defineFwConfig({
  serverEngine: {
    prerender: {
      routes: [
        '/',
        // the team
        '/about',
        // linked from the footer
        '/about',
        '/about', // twice, see #12
        '/new', // only here
        // as in the old site
        '/new',
      ],
      ignore: [
        '/a',
        '/a', /* private */
        '/b',
      ],
    },
  },
})
