export default defineFwConfig({
  generate: {
    routes: process.env.CI ? ['/a'] : ['/b'],
    exclude: [process.env.CI && '/c'].filter(Boolean),
  },
  serverEngine: { prerender: { routes: ['/'], ignore: ['/d', process.env.CI ? '/x' : '/y'] } },
})
