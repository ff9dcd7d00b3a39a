export default defineFwConfig({
  dir: { public: 'static' },
})
