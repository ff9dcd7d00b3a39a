export default defineFwConfig({
  serverEngine: {
    preset: "static",
    prerender: {
      crawlLinks: true
    }
  },
  generate: {
    routes: ["/a"]
  }
})
