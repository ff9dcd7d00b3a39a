export default defineFwConfig({
  ssr: true,
  dir: { app: 'app' },
})
