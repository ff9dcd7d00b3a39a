export default defineFwConfig({
  dir: { middleware: 'app/guards' },
})
