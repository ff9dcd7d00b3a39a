export default defineFwConfig({
  alias: { '#fonts': '/usr/share/fonts', '#generated': '#build/types', '#common': '#shared/common' },
})
