export default defineFwConfig({
  srcDir: 'src',
  extends: ['./base'],
  serverDir: 'src/server',
  dir: { public: 'src/public' },
})
