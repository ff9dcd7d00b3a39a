import { join } from 'node:path'

const parts = 'components'

export default defineFwConfig({
  bundler1: { resolve: { alias: { parts: join(__dirname, parts) } } },
  myModule: { file: join(__dirname, parts, 'A.vue') },
})
