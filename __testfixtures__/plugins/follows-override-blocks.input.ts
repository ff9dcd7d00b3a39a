export default defineFwConfig({
  $env: { staging: { plugins: [{ src: '~/lib/banner.ts' }] } },
})
