export default defineFwConfig({
  builder: 'bundler2',
})
