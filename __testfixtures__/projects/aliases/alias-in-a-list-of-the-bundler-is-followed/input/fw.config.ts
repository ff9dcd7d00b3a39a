import { resolve } from 'node:path'
export default defineFwConfig({
  bundler1: { resolve: { alias: [{ find: '#root', replacement: resolve(__dirname) }] } },
})
