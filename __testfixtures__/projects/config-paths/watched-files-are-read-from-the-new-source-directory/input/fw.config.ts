export default defineFwConfig({
  watch: ['./utils/p.ts', './pages/**'],
})
