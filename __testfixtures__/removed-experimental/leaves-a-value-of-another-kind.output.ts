export default defineFwConfig({
  experimental: { templateUtils: 'yes' },
})
