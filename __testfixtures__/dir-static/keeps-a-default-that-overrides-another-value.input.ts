export default defineFwConfig({
  dir: { static: 'static' },
  $test: { dir: { static: 'public' } },
})
