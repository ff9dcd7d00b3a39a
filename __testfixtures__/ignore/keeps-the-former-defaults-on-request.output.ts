export default defineFwConfig({
  ssr: true,
  ignore: ['**/.direnv', '/vendor', '**/node-compile-cache', '**/test-results'],
})
