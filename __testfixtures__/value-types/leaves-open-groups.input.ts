export default defineFwConfig({
  serverEngine: { ssr: 'x', routeRules: { '/a': 1 } },
  runtimeConfig: { port: '1' },
  pwa: { srcDir: 1 },
})
