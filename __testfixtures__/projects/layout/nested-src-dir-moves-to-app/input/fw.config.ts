export default defineFwConfig({
  srcDir: 'web/client',
  ssr: true,
})
