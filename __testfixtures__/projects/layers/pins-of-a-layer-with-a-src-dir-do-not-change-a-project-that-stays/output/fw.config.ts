export default defineFwConfig({
  extends: ['./base'],
  serverDir: 'server',
  srcDir: '.',
  dir: { app: 'app', modules: 'modules', public: 'public' },
})
