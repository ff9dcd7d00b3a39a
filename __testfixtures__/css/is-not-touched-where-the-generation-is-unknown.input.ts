export default defineFwConfig({
  future: { compatibilityVersion: Number(process.env.V) },
  css: ['~/styles/a.css'],
})
