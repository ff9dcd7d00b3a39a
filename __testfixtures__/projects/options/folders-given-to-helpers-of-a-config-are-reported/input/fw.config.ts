import { resolve } from 'node:path'
const r = (p: string) => resolve(__dirname, p)
function below(p: string) {
  return resolve(__dirname, p)
}
export default defineFwConfig({
  modules: [['@x/y', { d: r('components') }]],
  myModule: { dir: r('components'), other: below('utils'), kept: r('tools') },
  serverEngine: { x: r('components') },
  bundler1: { resolve: { alias: { a: r('utils'), b: r('utils/p.ts') } } },
  hooks: {
    ready() {
      use(r('components'), translate('pages'))
    },
  },
})
