export default defineFwConfig({
  generate: {
    fallback: '404.html',
    interval: 100,
  },
  serverEngine: { prerender: { routes: ['/a'] } },
})
