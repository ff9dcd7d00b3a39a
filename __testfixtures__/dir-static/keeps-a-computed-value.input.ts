export default defineFwConfig({
  dir: { static: process.env.STATIC },
})
