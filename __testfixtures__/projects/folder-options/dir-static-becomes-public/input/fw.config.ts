export default defineFwConfig({
  dir: { static: 'static' },
})
