export default defineFwConfig({
  future: { compatibilityVersion: 4 },
  alias: { '#content': '~/content' },
})
