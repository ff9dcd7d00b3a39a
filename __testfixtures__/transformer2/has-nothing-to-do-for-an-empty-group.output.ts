export default defineFwConfig({
  transformer2: {},
  bundler2: { transformer2: { transform: { options: { target: 'es2020' } } } },
})
