export default defineFwConfig({
  srcDir: 'src',
  dir: {
    pages: 'src/views',
    app: 'src/core',
    public: 'src/static',
    modules: 'src/extensions',
  },
})
