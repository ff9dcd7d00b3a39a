export default defineFwConfig({
  srcDir: 'src',
  dir: { public: process.env.STATIC },
})
