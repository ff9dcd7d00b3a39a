export default defineFwConfig({
  typescript: {
    // Slow machines need it.
    typeCheck: false,
    tsConfig: {
      compilerOptions: {
        strict: true,
        noUncheckedIndexedAccess: true,
        types: ['vitest/globals'],
      },
    },
  },
})
