export default defineFwConfig({
  extends: ['./base'],
  srcDir: '.',
  dir: { app: 'app' },
})
