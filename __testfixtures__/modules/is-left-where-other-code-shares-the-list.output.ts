const local = ['~/modules/a']
register(local)

export default defineFwConfig({
  modules: local,
})
