import { defu } from 'defu'
const base = { serverEngine: { handlers: [{ route: '/x', handler: '~/server/h.ts' }, { route: '/y', handler: '~/server/h.ts' }] } }
export default defineFwConfig(defu({
  srcDir: 'src/',
  alias: { '#core': '~/core', lib: '~/lib' },
  auth: { provider: '#core/b.ts', other: 'lib/a.ts', shared: '#shared/c.ts', file: '@@/shared/c.ts' },
  $development: { mock: { dir: '~/lib', file: '~/lib/a.ts' } },
  $env: { staging: { mock: { file: '~/server/h.ts' } } },
  serverDir: 'src/server',
}, base))
