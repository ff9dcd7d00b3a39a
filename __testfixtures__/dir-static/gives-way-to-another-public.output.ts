export default defineFwConfig({
  dir: {
    public: 'public',
  },
})
