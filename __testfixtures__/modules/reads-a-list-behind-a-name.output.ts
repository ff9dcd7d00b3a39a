const localModules = ['~~/modules/a'] as const

const config: FwConfig = {
  modules: [...localModules, '@scope/pkg'],
}

export default config
