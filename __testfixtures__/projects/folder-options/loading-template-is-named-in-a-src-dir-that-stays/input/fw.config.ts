export default defineFwConfig({
  srcDir: 'src',
  ssr: false,
})
