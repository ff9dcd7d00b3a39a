export default defineFwConfig({
  dir: { static: 'static', public: 'static' },
})
