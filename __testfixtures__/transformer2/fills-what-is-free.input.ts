export default defineFwConfig({
  transformer1: { options: { target: 'es2022' } },
  transformer2: { transform: { options: { jsxFragment: 'Frag' } } },
})
