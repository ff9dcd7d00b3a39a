export default defineFwConfig({
  dir: { public: 'app/static' },
})
