export default defineFwConfig({
  srcDir: 'src',
  modules: ['~~/modules/a', '~~/modules/b', '~~/app/lib/c', '~~/modules/d'],
})
