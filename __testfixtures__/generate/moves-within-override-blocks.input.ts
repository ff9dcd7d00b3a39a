export default defineFwConfig({
  $production: {
    generate: { routes: ['/a'] },
  },
  $env: {
    staging: { generate: { routes: ['/b'] } },
  },
})
