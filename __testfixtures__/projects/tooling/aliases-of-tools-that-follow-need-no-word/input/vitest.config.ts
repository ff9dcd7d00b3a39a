import { fileURLToPath } from 'node:url'

const sources = fileURLToPath(new URL('./src', import.meta.url))

export default {
  test: {
    alias: {
      '~': fileURLToPath(new URL('./src/', import.meta.url)),
      '@': sources,
      '~~': '/',
    },
  },
}
