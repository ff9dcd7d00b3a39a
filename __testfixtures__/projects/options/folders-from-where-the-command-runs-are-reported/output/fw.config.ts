import path, { join } from 'node:path'
import { fileURLToPath } from 'node:url'
const here = fileURLToPath(new URL('.', import.meta.url))
export default defineFwConfig({
  pwa: { x: here + 'utils', y: process.cwd() + '/utils', z: `${process.cwd()}/utils` },
  m1: {
    a: path.resolve('components'),
    d: path.resolve(process.cwd(), 'components'),
    label: title + 'components',
  },
  serverEngine: { alias: { q: path.resolve('utils') } },
  hooks: {
    ready(fw) {
      use(join(process.cwd(), 'components'), join(fw.options.srcDir, 'components'), ['a', 'b'].join('pages'))
    },
  },
})
