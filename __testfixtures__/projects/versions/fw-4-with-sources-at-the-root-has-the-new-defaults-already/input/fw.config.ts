export default defineFwConfig({
  css: ['~/assets/main.css'],
  dir: { pages: 'views' },
  serverHandlers: [{ route: '/api', handler: '~/server/api.ts' }],
})
