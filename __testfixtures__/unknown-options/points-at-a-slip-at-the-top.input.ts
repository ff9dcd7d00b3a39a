export default defineFwConfig({
  scrDir: 'src',
  pluggins: [],
  pinia: { storesDirs: [] },
})
