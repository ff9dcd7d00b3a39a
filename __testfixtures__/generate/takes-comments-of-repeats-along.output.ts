export default defineFwConfig({
  serverEngine: {
    prerender: {
      routes: [
        '/',
        // the team
        // linked from the footer
        // twice, see #12
        '/about',
        // as in the old site
        '/new', // only here
      ],
      ignore: [/* private */ '/a', '/b'],
    },
  },
})
