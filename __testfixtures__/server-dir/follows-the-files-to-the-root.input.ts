export default defineFwConfig({
  srcDir: 'src',
  serverDir: 'src/server',
  ssr: true,
})
