export default defineFwConfig({
  srcDir: 'src/',
  dir: {
    pages: 'src/pages-v2',
    public: 'src/static',
    modules: 'src/modules',
  },
})
