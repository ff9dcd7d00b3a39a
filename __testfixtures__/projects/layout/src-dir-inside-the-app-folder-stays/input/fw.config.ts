export default defineFwConfig({
  srcDir: 'app/app/',
})
