export default defineFwConfig({
  typescript: {
    // Slow machines need it.
    typeCheck: false,
    tsConfig: {
      compilerOptions: { strict: true },
    },
  },
})
