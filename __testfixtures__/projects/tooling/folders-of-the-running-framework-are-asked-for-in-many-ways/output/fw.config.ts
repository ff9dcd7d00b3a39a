import { join, resolve } from 'node:path'
import { createResolver } from 'fw-kit'

export default defineFwConfig({
  modules: [
    (_, fw) => {
      fw.options.css.push(join(fw.options.srcDir, 'assets/main.css'))
      fw.options.plugins.push(join(fw.options.srcDir, 'stores/s.ts'))
    },
  ],
  hooks: {
    'build:before'(fw) {
      const { srcDir } = fw.options
      fw.options.alias.api = `${srcDir}/server/api`
    },
    'pages:extend'(pages) {
      pages.push({ path: '/home', file: resolve(useFw().options.rootDir, 'pages/index.vue') })
    },
    'components:dirs'(dirs) {
      dirs.push(createResolver(useFw().options.rootDir).resolve('components'))
    },
  },
})
