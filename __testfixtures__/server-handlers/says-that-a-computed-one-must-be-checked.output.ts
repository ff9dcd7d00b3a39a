export default defineFwConfig({
  serverHandlers: [{ route: '/a', handler: handlerFile('a') }],
})
