export default defineFwConfig({
  serverEngine: {
    prerender: {
      routes: process.env.CI ? ['/a'] : ['/b'],
      ignore: [process.env.CI && '/c'].filter(Boolean),
    },
  },
})
