export default defineFwConfig({
  ssr: true,
  srcDir: '.',
  dir: { app: 'app' },
  typescript: {
    tsConfig: {
      compilerOptions: {
        noImplicitAny: false,
        noUncheckedIndexedAccess: true,
        exactOptionalPropertyTypes: true,
        noFallthroughCasesInSwitch: true,
      },
    },
  },
})
