import { resolve } from 'node:path'

export default defineFwConfig({
  alias: { '#pages': resolve(__dirname, 'pages') + '/deep' },
  bundler1: { resolve: { alias: { '#c': resolve(__dirname, 'components') } } },
  serverEngine: { watch: ['./components'] },
})
