export default defineFwConfig({
  generate: {
    routes: [
      '/x', // about x
      '/y', // about y
    ],
  },
  serverEngine: {
    prerender: { routes: ['/x'] },
  },
})
