import { fileURLToPath } from 'node:url'

export default defineFwConfig({
  alias: {
    '#hooks': fileURLToPath(new URL('./composables', import.meta.url)),
    '#docs': fileURLToPath(new URL('./docs', import.meta.url)),
  },
})
