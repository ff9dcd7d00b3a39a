export default defineFwConfig({
  head: { title: 'Shop' },
})
