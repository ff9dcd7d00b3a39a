export default defineFwConfig({
  transformer2: { transform: { options: { ...jsx, target: 'es2020' } } },
})
