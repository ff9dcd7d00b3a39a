export default defineFwConfig({
  srcDir: 'src',
  modules: ['~/modules/a', '~~/src/modules/b', '~/lib/c', './modules/d'],
})
