export default defineFwConfig({
  dir: {
    // files as they are
    public: 'static',
    pages: 'views',
  },
})
