export default defineFwConfig({
  srcDir: 'src',
  dir: {
    pages: 'views',
    middleware: 'middleware',
    app: 'core',
    public: 'static',
    modules: 'extensions',
  },
})
