export default defineFwConfig({
  typescript: { tsConfig: { compilerOptions: { strict: true } } },
})
