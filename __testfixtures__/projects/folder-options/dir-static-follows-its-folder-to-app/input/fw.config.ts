export default defineFwConfig({
  srcDir: 'src',
  dir: { static: 'static' },
})
