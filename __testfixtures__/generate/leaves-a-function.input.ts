export default defineFwConfig({
  generate: {
    async routes() {
      return ['/a']
    },
  },
})
