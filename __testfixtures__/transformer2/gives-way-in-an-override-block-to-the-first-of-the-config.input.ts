export default defineFwConfig({
  transformer1: { options: { target: 'es2020' } },
  $production: {
    transformer2: { transform: { options: { target: 'es2015', minify: true } } },
  },
});
