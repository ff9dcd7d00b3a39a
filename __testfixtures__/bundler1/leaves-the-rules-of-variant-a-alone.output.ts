export default defineFwConfig({
  future: { compatibilityVersion: 4 },
  bundler1: { root: '~/lib' },
})
