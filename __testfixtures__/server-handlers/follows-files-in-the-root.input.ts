export default defineFwConfig({
  serverHandlers: [
    { route: '/a', handler: '~/server/a.ts' },
    { route: '/b', handler: '#server/b.ts', lazy: true },
    { middleware: true, handler: './server/c.ts' },
    { route: '/d', handler: 'server/d.ts' },
    { route: '/e', handler: '@scope/pkg/handler' },
    { route: '/f', handler: '~~/server/f.ts' },
  ],
})
