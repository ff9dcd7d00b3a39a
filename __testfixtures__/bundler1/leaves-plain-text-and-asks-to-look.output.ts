export default defineFwConfig({
  bundler1: { root: './src', publicDir: 'static' },
})
