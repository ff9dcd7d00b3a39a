export default defineFwConfig({
  serverDir: process.env.SERVER_DIR,
})
