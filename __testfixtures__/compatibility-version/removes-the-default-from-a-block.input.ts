export default defineFwConfig({
  $test: { future: { compatibilityVersion: 3 }, ssr: false },
})
