export default defineFwConfig({
  srcDir: 'Src',
})
