export default defineFwConfig({
  $development: { serverHandlers: [{ route: '/debug', handler: '~/server/debug.ts' }] },
})
