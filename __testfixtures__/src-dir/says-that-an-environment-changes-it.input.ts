export default defineFwConfig({
  srcDir: 'src',
  $production: {
    srcDir: 'dist/src',
  },
})
