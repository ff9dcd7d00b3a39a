export default defineFwConfig({
  ...(process.env.CI && {
    transformer1: { options: { target: 'es2022' } },
  }),
  $production: {
    transformer2: { transform: { options: { target: 'es2020' } } },
    transformer1: { options: { jsxFactory: 'h' } },
  },
})
