export default defineFwConfig({
  serverEngine: {
    prerender: {
      routes: [
        /* about x */ '/x',
        '/y', // about y
      ],
    },
  },
})
