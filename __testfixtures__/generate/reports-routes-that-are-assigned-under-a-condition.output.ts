const config = defineFwConfig({
  generate: {},
  ssr: true,
})

if (process.env.CI) {
  config.generate.routes = ['/a', '/b']
}

export default config
