export default defineFwConfig({
  $env: { staging: { experimental: { templateUtils: true }, ssr: false } },
})
