export default defineFwConfig({
  generate: { routes: ['/a', , '/b'], exclude: ['/x'] },
  serverEngine: { prerender: { routes: ['/c'], ignore: ['/y', , '/z'] } },
})
