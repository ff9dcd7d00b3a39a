export default defineFwConfig({
  future: { compatibilityVersion: 4 },
  plugins: ['~/lib/a', './b'],
})
