export default defineFwConfig({
  srcDir: 'src',
  dir: {
    app: 'src/core',
    assets: 'src/files',
    layouts: 'src/frames',
    modules: 'src/extensions',
    shared: 'common',
    public: 'static',
  },
})
