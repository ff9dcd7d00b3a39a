export default defineFwConfig({
  ssr: true,
  future: { compatibilityVersion: 3 },
})
