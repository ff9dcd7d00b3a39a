export default defineFwConfig({
  rootDir: './site',
})
