export default defineFwConfig({
  generate: { routes: ['/a'], exclude: ['/b'] },
  serverEngine: { ...enginePreset() },
})
