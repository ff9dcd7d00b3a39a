export default defineFwConfig({
  dir: { public: process.env.STATIC },
})
