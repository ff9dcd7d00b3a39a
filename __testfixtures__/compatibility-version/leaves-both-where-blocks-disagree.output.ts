export default defineFwConfig({
  future: { compatibilityVersion: 4 },
  $test: { future: { compatibilityVersion: 3 } },
})
