export default defineFwConfig({
  bundler1: { root: process.cwd() },
})
