export default defineFwConfig({
  dir: {
    // files as they are
    static: 'static',
    pages: 'views',
  },
})
