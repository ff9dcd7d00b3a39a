import { resolve } from 'node:path'

const aliasesIn = (root: string) => ({ '#c': resolve(root, 'components') })

export default defineFwConfig({
  alias: { '#p': './pages', ...aliasesIn(__dirname) },
})
