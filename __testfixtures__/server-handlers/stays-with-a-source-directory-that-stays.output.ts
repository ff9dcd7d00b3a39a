export default defineFwConfig({
  srcDir: 'src',
  serverHandlers: [
    { route: '/a', handler: '~/server/a.ts' },
    { route: '/b', handler: '~/server/b.ts' },
  ],
})
