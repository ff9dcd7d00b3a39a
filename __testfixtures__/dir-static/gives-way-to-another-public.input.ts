export default defineFwConfig({
  dir: {
    public: 'public',
    static: 'static', // from before the upgrade
  },
})
