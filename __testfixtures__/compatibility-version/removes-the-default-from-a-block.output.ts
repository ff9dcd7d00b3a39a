export default defineFwConfig({
  $test: { ssr: false },
})
