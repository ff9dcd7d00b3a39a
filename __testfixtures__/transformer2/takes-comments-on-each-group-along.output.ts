export default defineFwConfig({
  transformer1: {
    options: {
      jsx: 'preserve',
      // The old browsers of the shop.
      // Only syntax.
      target: 'es2020',
    },
  },
})
