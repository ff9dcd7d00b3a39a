export default defineFwConfig({
  alias: { '#content': '~/content', '#types': './types' },
})
