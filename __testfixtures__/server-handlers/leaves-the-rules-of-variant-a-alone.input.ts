export default defineFwConfig({
  future: { compatibilityVersion: 4 },
  serverHandlers: [{ route: '/a', handler: '~/server/a.ts' }],
})
