export default defineFwConfig({
  alias: { '~': './client' },
  components: ['~/widgets'],
  plugins: ['~/plugins/a', './widgets/b'],
})
