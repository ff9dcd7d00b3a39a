export default defineFwConfig({
  $production: {
    dir: { public: 'static-live' },
  },
})
