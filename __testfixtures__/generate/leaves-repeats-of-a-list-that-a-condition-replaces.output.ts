export default defineFwConfig({
  serverEngine: { prerender: { routes: ['/shop'] } },
  ...(process.env.CI && { serverEngine: { preset: 'node' } }),
  generate: { routes: ['/shop'] },
})
