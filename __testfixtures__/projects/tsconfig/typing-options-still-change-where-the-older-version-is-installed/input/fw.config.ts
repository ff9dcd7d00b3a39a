export default defineFwConfig({
  future: { compatibilityVersion: 4 },
  typescript: {
    hoist: ['vite'],
    tsConfig: { compilerOptions: { noUncheckedIndexedAccess: true } },
  },
})
