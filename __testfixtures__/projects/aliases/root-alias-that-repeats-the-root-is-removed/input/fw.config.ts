export default defineFwConfig({
  alias: { '~~': '.', '@@': './', lib: './lib' },
})
