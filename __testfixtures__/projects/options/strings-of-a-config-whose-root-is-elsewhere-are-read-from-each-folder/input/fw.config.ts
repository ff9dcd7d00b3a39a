export default defineFwConfig({ rootDir: 'web', some: { a: '~/lib/a.ts', b: '~~/lib/a.ts', c: './lib/b.ts', d: 'web/pages/index.vue' } })
