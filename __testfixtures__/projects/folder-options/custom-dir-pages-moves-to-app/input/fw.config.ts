export default defineFwConfig({
  dir: { pages: 'views', plugins: 'boot/plugins' },
})
