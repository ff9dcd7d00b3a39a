export default defineFwConfig({
  typescript: {
    tsConfig: { compilerOptions: { noImplicitAny: false, lib: ['ESNext'] } },
  },
})
