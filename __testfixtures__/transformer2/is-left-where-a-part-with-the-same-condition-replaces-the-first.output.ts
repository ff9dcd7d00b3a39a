export default defineFwConfig({
  transformer1: { options: { target: 'es2022', jsxFactory: 'h' } },
  ...(process.env.DEV && {
    transformer1: { options: { target: 'es2022' } },
  }),
  ...(process.env.DEV && {
    transformer2: { transform: { options: { jsxFactory: 'jsx' } } },
  }),
})
