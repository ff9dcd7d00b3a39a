export default defineFwConfig({
  alias: { '~': './client', '#mods': './modules' },
  modules: ['~~/client/modules/a', '#mods/b'],
})
