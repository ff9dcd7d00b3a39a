export default defineFwConfig({
  imports: { dirs: ['stores', './queries'] },
})
