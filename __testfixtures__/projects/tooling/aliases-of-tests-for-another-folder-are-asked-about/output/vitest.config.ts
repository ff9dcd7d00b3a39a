import { fileURLToPath } from 'node:url'

export default {
  resolve: {
    alias: {
      '~': fileURLToPath(new URL('./test/stubs', import.meta.url)),
    },
  },
}
