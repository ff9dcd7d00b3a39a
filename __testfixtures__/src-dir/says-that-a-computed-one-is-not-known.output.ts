export default defineFwConfig({
  srcDir: process.env.SRC ?? 'src',
})
