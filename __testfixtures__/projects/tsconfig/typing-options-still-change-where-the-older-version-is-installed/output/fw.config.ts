export default defineFwConfig({
  typescript: {
    hoist: ['vite'],
    tsConfig: { compilerOptions: { noUncheckedIndexedAccess: true } },
  },
})
