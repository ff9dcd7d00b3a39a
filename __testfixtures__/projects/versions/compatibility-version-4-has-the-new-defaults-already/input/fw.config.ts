export default defineFwConfig({
  future: { compatibilityVersion: 4 },
  css: ['~/assets/main.css'],
  dir: { pages: 'views' },
  serverHandlers: [{ route: '/api', handler: '~/server/api.ts' }],
})
