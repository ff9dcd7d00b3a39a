export default defineFwConfig({
  $test: {
    alias: { '#mocks': '~/mocks' },
  },
})
