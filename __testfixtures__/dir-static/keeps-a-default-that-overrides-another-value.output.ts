export default defineFwConfig({
  dir: { public: 'static' },
  $test: { dir: { public: 'public' } },
})
