export default defineFwConfig({
  transformer1: { options: { target: 'es2022' } },
})
