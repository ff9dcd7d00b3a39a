export default defineFwConfig({
  srcDir: 'src',
  dir: {
    assets: 'files',
    layouts: 'frames',
    middleware: 'middleware',
    modules: 'extensions',
    shared: 'common',
  },
})
