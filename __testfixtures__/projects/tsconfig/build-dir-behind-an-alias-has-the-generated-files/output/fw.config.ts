export default defineFwConfig({
  buildDir: '~~/.out',
})
