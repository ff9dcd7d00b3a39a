export default defineFwConfig({
  ssr: true,
  generate: {
    exclude: ['/admin', /^\/draft/],
  },
})
