export default defineFwConfig({
  srcDir: 'src',
  dir: { pages: 'src/views' },
})
