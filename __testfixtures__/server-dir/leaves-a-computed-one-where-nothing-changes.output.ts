export default defineFwConfig({
  srcDir: 'src',
  serverDir: process.env.SERVER_DIR,
})
