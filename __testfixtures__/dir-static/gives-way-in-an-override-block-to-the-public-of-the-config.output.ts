export default defineFwConfig({
  dir: { public: 'pub' },
  $production: {
    ssr: false,
  },
});
