export default defineFwConfig({
  srcDir: 'src',
  serverDir: 'server',
  dir: { pages: 'src/views', public: 'static' },
  modules: ['~~/src/extensions/stats'],
})
