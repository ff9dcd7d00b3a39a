export default defineFwConfig({
  ssr: true,
  srcDir: '.',
  dir: { app: 'app' },
})
