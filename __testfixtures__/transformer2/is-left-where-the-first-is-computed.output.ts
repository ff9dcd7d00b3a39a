export default defineFwConfig({
  transformer1: firstTransformer(),
  transformer2: { transform: { options: { target: 'es2020' } } },
})
