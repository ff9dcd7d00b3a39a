export default defineFwConfig({
  srcDir: process.env.SRC,
  alias: { '#content': '~/content' },
})
