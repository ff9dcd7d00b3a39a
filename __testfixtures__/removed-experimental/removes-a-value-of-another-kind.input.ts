export default defineFwConfig({
  experimental: { templateUtils: 'yes', compileTemplate: false },
})
