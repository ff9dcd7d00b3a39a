export default defineFwConfig({
  typescript: { strict: false, shim: true, typeCheck: 'build' },
  serverEngine: { typescript: { tsConfig: {} } },
})
