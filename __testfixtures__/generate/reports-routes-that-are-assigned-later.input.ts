const config = defineFwConfig({
  generate: {},
  ssr: true,
})

// From the shop.
config.generate.routes = ['/a', '/b']

export default config
