export default defineFwConfig({
  future: { compatibilityVersion: 4 },
  watch: ['content', /x/],
})
