import { resolve } from 'node:path'

export default defineFwConfig({
  modules: ['~/modules/stats', './modules/feed', ['@/lib/search', { index: '~/search' }], '@scope/pkg'],
  css: ['~/assets/main.css', '~/styles/base.css', 'assets/print.css', '@fontsource/inter/400.css'],
  plugins: ['~/plugins/a', { src: './plugins/b.client.ts', mode: 'client' }, '~/lib/c'],
  serverHandlers: [{ route: '/h', handler: '~/server/h.ts' }, { route: '/i', handler: '#server/h.ts' }],
  ignore: ['pages/**/_*.vue', '**/*.bak'],
  build: { templates: [{ src: '~/lib/t.mjs', dst: 't.mjs' }] },
  spaLoadingTemplate: '~/lib/loading.html',
  buildDir: '.fw',
  watch: [
    'lib',
    'pages/**',
    /^lib\//,
  ],
  alias: { '#a': resolve(__dirname, 'assets'), '#l': resolve(__dirname, 'lib') },
})
