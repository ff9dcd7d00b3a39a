export default defineFwConfig({
  srcDir: 'src',
  dir: { layouts: 'frames' },
})
