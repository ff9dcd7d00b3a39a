export default defineFwConfig({
  ssr: true,
  serverDir: 'app/server',
})
