export default defineFwConfig({
  transformer1: { options: { target: 'es2022' } },
  transformer2: { transform: { options: { target: 'es2020' } } },
  ...(process.env.CI && {
    transformer1: { options: { jsxFactory: 'h' } },
  }),
})
