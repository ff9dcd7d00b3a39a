export default defineFwConfig({
  srcDir: 'app',
  ssr: true,
})
