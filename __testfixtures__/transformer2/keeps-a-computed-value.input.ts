export default defineFwConfig({
  transformer2: { transform: { options: { target: process.env.TARGET } } },
})
