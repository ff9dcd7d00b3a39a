const config = defineFwConfig({
  generate: {},
  ssr: true,
  serverEngine: {
    prerender: {
      // From the shop.
      routes: ['/a', '/b'],
    },
  },
})

export default config
