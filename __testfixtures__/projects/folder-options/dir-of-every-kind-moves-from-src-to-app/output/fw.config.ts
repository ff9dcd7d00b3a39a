export default defineFwConfig({
  dir: {
    assets: 'app/files',
    layouts: 'app/frames',
    modules: 'app/extensions',
    shared: 'common',
  },
})
