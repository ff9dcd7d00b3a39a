export default defineFwConfig({
  components: [{ path: '~/components', pathPrefix: false }],
})
