export default defineFwConfig({
  srcDir: 'src',
  modules: ['~~/src/modules/a', '@@/src/modules/b', './modules/c', '@scope/pkg'],
})
