import { resolve } from 'node:path'

export default defineFwConfig({
  srcDir: 'src',
  modules: ['~/modules/stats', '~/lib/search'],
  css: ['~/assets/main.css', '~~/src/assets/main.css', 'public/print.css', '~/public/print.css'],
  plugins: ['~/plugins/a', './plugins/a'],
  serverHandlers: [{ route: '/h', handler: '~/server/h.ts' }, { route: '/i', handler: '#server/h.ts' }],
  ignore: ['src/pages/_*.vue', 'docs/drafts'],
  watch: ['lib', 'server/h.ts', '../docs'],
  alias: { '#l': resolve(__dirname, 'src/lib'), '#d': './docs' },
})
