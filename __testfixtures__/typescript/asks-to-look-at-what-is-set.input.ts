export default defineFwConfig({
  typescript: {
    strict: true,
    hoist: ['@acme/types'],
    tsConfig: {
      compilerOptions: { paths: {} },
    },
  },
})
