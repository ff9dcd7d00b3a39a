export default defineFwConfig({
  future: { compatibilityVersion: 4 },
  $production: {
    future: { compatibilityVersion: 4 },
    ssr: true,
  },
})
