export default defineFwConfig({
  experimental: {
    typedPages: true,
  },
})
