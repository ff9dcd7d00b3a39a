export default defineFwConfig({
  alias: { '#ui': '~/ui' },
  components: ['#ui'],
})
