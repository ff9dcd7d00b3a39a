export default defineFwConfig({
  typescript: {
    strict: true,
    tsConfig: { compilerOptions: { noImplicitAny: false, skipLibCheck: true } },
  },
})
