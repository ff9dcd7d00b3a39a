export default defineFwConfig({
  srcDir: '.',
  ssr: true,
})
