export default defineFwConfig({
  srcDir: 'src',
  dir: {
    app: 'core',
    assets: 'files',
    layouts: 'frames',
    modules: 'extensions',
    shared: 'common',
    public: '../static',
  },
})
