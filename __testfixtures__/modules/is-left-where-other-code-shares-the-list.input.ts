const local = ['~/modules/a']

export default defineFwConfig({
  modules: local,
  build: { transpile: local },
})
