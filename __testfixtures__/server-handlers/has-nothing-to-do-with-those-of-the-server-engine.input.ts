export default defineFwConfig({
  serverEngine: { handlers: [{ handler: '~/server/a.ts' }], serverHandlers: [{ handler: '~/x' }] },
})
