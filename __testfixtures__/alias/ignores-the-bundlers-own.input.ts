export default defineFwConfig({
  bundler1: { resolve: { alias: { '#content': '~/content' } } },
})
