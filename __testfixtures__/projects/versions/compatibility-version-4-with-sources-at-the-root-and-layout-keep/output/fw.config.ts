export default defineFwConfig({
  css: ['~/assets/main.css'],
  dir: { pages: 'views', app: 'app' },
  serverHandlers: [{ route: '/api', handler: '~/server/api.ts' }],
  srcDir: '.',
})
