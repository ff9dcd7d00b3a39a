export default defineFwConfig({
  css: ['~/assets/main.css'],
  dir: { pages: 'app/views' },
  serverHandlers: [{ route: '/api', handler: '~~/server/api.ts' }],
})
