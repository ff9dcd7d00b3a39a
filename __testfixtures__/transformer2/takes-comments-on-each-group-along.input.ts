export default defineFwConfig({
  transformer1: {
    options: {
      jsx: 'preserve',
    },
  },
  // The old browsers of the shop.
  transformer2: {
    // Only syntax.
    transform: {
      options: { target: 'es2020' },
    },
  },
})
