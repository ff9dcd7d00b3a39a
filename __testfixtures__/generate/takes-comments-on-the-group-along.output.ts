export default defineFwConfig({
  serverEngine: {
    preset: 'node',
    prerender: {
      ignore: ['/x', '/y'],
      // Most pages are known beforehand.
      // see the wiki
      // All of the shop.
      routes: ['/shop'],
    },
  },
})
