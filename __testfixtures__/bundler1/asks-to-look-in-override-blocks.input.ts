export default defineFwConfig({
  srcDir: 'src',
  $development: { bundler1: { publicDir: false } },
})
