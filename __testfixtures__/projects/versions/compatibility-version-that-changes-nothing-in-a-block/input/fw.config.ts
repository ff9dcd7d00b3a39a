export default defineFwConfig({
  ssr: false,
  $production: { future: { compatibilityVersion: 3 } },
})
