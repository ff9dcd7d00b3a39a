export default defineFwConfig({
  srcDir: 'src',
  modules: ['~~/src/modules/stats'],
  serverDir: 'src/server',
  dir: { modules: 'src/modules' },
})
