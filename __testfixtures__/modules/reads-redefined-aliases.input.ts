export default defineFwConfig({
  alias: { '~': './client', '#mods': './modules' },
  modules: ['~/modules/a', '#mods/b'],
})
