export default defineFwConfig({
  generate: { routes: '/a', exclude: {} },
  serverEngine: { prerender: { routes: ['/x'] } },
})
