export default defineFwConfig({
  generate: {
    routes: process.env.CI ? ['/a'] : ['/b'],
    exclude: [process.env.CI && '/c'].filter(Boolean),
  },
})
