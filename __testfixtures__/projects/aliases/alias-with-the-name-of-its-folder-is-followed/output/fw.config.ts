import { resolve } from 'node:path'

export default defineFwConfig({
  alias: {
    lib: resolve(__dirname, 'lib'),
    components: resolve(__dirname, 'app/components'),
    composables: resolve(import.meta.dirname, 'app/composables'),
  },
})
