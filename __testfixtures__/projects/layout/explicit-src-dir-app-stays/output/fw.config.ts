export default defineFwConfig({
  srcDir: 'app',
  dir: { public: 'app/public' },
})
