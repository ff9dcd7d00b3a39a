export default defineFwConfig({
  srcDir: 'src',
  dir: { static: 'public', pages: 'views' },
})
