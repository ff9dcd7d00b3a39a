export default defineFwConfig({
  srcDir: 'src',
  dir: {
    pages: 'views',
    assets: 'assets',
    public: 'public',
    modules: 'lib/modules',
  },
})
