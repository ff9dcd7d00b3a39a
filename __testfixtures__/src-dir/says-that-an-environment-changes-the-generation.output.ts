export default defineFwConfig({
  $test: { future: { compatibilityVersion: 4 } },
})
