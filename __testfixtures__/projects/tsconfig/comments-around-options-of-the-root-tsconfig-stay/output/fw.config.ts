export default defineFwConfig({
  typescript: {
    tsConfig: {
      compilerOptions: { strict: true, lib: ['ESNext'], noImplicitAny: false },
    },
  },
})
