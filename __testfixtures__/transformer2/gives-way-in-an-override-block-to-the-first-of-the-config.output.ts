export default defineFwConfig({
  transformer1: { options: { target: 'es2020' } },
  $production: {
    transformer1: { options: { minify: true } },
  },
});
