export default defineFwConfig({
  future: { compatibilityVersion: 4 },
  ssr: true,
})
