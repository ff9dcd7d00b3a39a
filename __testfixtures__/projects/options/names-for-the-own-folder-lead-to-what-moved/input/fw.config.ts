import { join } from 'node:path'
const root = __dirname
const again = root
export default defineFwConfig({
  css: [join(root, './assets/a.css')],
  myModule: {
    dir: join(root, 'components'),
    other: `${root}/components`,
    parts: join(again, 'components', 'A.vue'),
  },
  bundler1: { resolve: { alias: { a: root + '/utils' } } },
  serverEngine: { publicAssets: [{ dir: join(root, 'assets') }] },
})
