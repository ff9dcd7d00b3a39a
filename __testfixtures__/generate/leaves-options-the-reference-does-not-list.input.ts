export default defineFwConfig({
  generate: {
    fallback: '404.html',
    routes: ['/a'],
    interval: 100,
  },
})
