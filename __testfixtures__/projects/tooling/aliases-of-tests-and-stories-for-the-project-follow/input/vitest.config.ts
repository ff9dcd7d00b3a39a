import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: {
    alias: {
      '@': fileURLToPath(new URL('./', import.meta.url)),
      '~': fileURLToPath(new URL('.', import.meta.url)),
      // Not the folder of the project.
      '#mocks': fileURLToPath(new URL('./test/mocks', import.meta.url)),
    },
  },
})
