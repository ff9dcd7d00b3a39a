export default defineFwConfig({
  transformer2: {
    transform: {
      options: {
        target: 'es2020', // old phones
        jsxFactory: 'h',
      },
    },
  },
  ssr: true,
})
