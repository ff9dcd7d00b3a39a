export default defineFwConfig({
  srcDir: 'src',
  modules: ['~/modules/a', '@/modules/b', './modules/c', '@scope/pkg'],
})
