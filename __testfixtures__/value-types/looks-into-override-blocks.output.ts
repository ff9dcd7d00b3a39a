export default defineFwConfig({
  $production: { ssr: 1 },
  $env: { staging: { css: false } },
})
