import { resolve } from 'node:path'

export default defineFwConfig({
  modules: ['~~/modules/stats', '~~/app/lib/search'],
  css: ['~/assets/main.css', '~/assets/main.css', 'public/print.css', '~~/public/print.css'],
  plugins: ['~/plugins/a', '~/plugins/a'],
  serverHandlers: [{ route: '/h', handler: '~~/server/h.ts' }, { route: '/i', handler: '#server/h.ts' }],
  ignore: ['app/pages/_*.vue', 'docs/drafts'],
  watch: ['lib', '../server/h.ts', '../docs'],
  alias: { '#l': resolve(__dirname, 'app/lib'), '#d': './docs' },
})
