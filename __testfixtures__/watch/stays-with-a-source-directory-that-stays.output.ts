export default defineFwConfig({
  srcDir: 'src',
  watch: ['content', '../common/**', /\.md$/],
})
