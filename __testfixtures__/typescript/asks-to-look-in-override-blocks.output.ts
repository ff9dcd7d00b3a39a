export default defineFwConfig({
  $test: { typescript: { hoist: ['vitest'] } },
})
