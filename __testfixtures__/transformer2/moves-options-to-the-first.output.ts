export default defineFwConfig({
  transformer1: {
    options: {
      jsxFactory: 'h',
      target: 'es2020', // old phones
    },
  },
  ssr: true,
})
