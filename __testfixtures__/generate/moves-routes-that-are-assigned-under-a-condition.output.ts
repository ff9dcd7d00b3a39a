const config = defineFwConfig({
  generate: {},
  ssr: true,
})

if (process.env.CI) {
  config.serverEngine = { prerender: { routes: ['/a', '/b'] } }
}

export default config
