export default defineFwConfig({
  css: ['~/styles/a.css'],
  $test: { future: { compatibilityVersion: 4 } },
})
