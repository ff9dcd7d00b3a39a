export default defineFwConfig({
  serverEngine: {
    prerender: {
      routes: [
        '/sitemap.xml',
        '/b',
        '/a',
        '/c',
      ],
    },
  },
})
