export default defineFwConfig({
  dir: { middleware: '~/guards' },
})
