export default defineFwConfig({
  transformer1: { options: { target: process.env.TARGET } },
})
