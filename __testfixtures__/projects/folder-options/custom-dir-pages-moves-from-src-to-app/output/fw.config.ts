export default defineFwConfig({
  dir: { pages: 'app/views', public: 'app/files' },
})
