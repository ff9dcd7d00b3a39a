export default defineFwConfig({
  extends: ['./base'],
  serverDir: 'server',
})
