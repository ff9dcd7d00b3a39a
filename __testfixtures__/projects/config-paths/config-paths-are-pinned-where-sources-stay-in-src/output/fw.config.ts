export default defineFwConfig({
  srcDir: 'src',
  modules: ['~~/src/modules/stats', '~~/src/lib/search'],
  css: ['~/assets/main.css', '~/public/print.css'],
  plugins: ['~/plugins/a', './plugins/a'],
  serverHandlers: [{ route: '/h', handler: '~/server/h.ts' }, { route: '/i', handler: '~/server/h.ts' }],
  ignore: ['src/pages/_*.vue'],
  watch: ['lib', /^lib\//],
  serverDir: 'src/server',
  dir: { modules: 'src/modules', public: 'src/public' },
})
