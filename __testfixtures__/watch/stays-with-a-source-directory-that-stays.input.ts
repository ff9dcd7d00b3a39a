export default defineFwConfig({
  srcDir: 'src',
  watch: ['content', '../shared/**', /\.md$/],
})
