export default defineFwConfig({
  serverEngine: {
    preset: 'node',
    prerender: {
      ignore: ['/x'],
    },
  },
  // Most pages are known beforehand.
  generate: {
    // All of the shop.
    routes: ['/shop'],
    exclude: ['/y'],
  }, // see the wiki
})
