export default defineFwConfig({
  experimental: { templateUtils: process.env.UTILS },
})
