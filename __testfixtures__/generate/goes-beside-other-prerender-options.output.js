export default defineFwConfig({
  serverEngine: {
    preset: "static",
    prerender: {
      crawlLinks: true,
      routes: ["/a"]
    }
  }
})
