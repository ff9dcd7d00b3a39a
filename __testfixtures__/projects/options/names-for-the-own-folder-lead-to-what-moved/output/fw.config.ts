import { join } from 'node:path'
const root = __dirname
const again = root
export default defineFwConfig({
  css: [join(root, './app/assets/a.css')],
  myModule: {
    dir: join(root, 'app/components'),
    other: `${root}/app/components`,
    parts: join(again, 'app/components', 'A.vue'),
  },
  bundler1: { resolve: { alias: { a: root + '/app/utils' } } },
  serverEngine: { publicAssets: [{ dir: join(root, 'app/assets') }] },
})
