export default defineFwConfig({
  generate: {
    routes: ['/a', '/b', '/c'],
  },
  serverEngine: {
    prerender: {
      routes: [
        '/sitemap.xml',
        '/b',
      ],
    },
  },
})
