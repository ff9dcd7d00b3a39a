import { join } from 'node:path'
import { components, root } from './config/paths'
export default defineFwConfig({
  css: [join(root, 'assets/a.css')],
  myModule: { dir: components, parts: join(root, 'components', 'A.vue') },
  bundler1: { resolve: { alias: { a: root + '/utils', b: `${root}/utils/` } } },
  serverEngine: {
    publicAssets: [{ dir: join(root, './assets') }],
  },
})
