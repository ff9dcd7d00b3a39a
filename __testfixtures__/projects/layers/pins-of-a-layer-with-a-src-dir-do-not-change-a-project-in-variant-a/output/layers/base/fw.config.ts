export default defineFwConfig({
  srcDir: 'src',
  dir: { pages: 'src/views', public: 'src/public' },
  serverDir: 'src/server',
})
