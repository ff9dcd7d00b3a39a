export default defineFwConfig({
  extends: ['./base'],
  serverDir: 'server',
  dir: { modules: 'modules', public: 'public' },
})
