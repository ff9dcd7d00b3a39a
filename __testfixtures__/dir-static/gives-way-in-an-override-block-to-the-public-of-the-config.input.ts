export default defineFwConfig({
  dir: { public: 'pub' },
  $production: {
    dir: { static: 'cdn' },
    ssr: false,
  },
});
