export default defineFwConfig({
  srcDir: 'src',
  dir: {
    pages: 'app/views',
    modules: 'app/lib/modules',
  },
})
