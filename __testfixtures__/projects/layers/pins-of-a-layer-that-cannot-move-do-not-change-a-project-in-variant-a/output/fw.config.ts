export default defineFwConfig({
  ssr: true,
  srcDir: 'app',
})
