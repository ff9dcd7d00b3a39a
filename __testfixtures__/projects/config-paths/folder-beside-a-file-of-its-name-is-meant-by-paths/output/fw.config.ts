import { resolve } from 'node:path'

export default defineFwConfig({
  alias: { '#pages': resolve(__dirname, 'app/pages') + '/deep' },
  bundler1: { resolve: { alias: { '#c': resolve(__dirname, 'app/components') } } },
  serverEngine: { watch: ['./components'] },
})
