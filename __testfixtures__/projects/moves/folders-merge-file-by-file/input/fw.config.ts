export default defineFwConfig({
  srcDir: 'src',
  ssr: true,
})
