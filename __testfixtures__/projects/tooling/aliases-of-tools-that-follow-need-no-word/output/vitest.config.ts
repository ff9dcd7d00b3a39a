import { fileURLToPath } from 'node:url'

const sources = fileURLToPath(new URL('./app', import.meta.url))

export default {
  test: {
    alias: {
      '~': fileURLToPath(new URL('./app/', import.meta.url)),
      '@': sources,
      '~~': '/',
    },
  },
}
