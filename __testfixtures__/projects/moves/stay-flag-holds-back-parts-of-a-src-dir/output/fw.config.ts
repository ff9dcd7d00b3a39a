export default defineFwConfig({
  ssr: true,
  serverDir: 'src/server',
})
