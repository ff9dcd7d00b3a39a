import { fileURLToPath } from 'node:url'

export default defineFwConfig({
  bundler1: {
    resolve: { alias: { '@': fileURLToPath(new URL('./', import.meta.url)), '~': './app' } },
  },
})
