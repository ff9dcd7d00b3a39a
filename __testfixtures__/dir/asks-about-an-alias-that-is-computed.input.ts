export default defineFwConfig({
  alias: { '~': process.env.SOURCES },
  dir: { pages: '~/views' },
})
