export default defineFwConfig({
  experimental: { typedPage: true, payloadExtraction: true },
  features: { inlineStyle: false },
  dir: { page: 'views', store: 'store' },
})
