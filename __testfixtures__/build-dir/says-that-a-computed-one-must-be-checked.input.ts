export default defineFwConfig({
  buildDir: process.env.BUILD_DIR,
})
