export default defineFwConfig({
  srcDir: 'src',
  $production: {
    serverDir: 'src/server-prod',
  },
})
