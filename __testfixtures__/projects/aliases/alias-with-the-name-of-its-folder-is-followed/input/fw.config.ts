import { resolve } from 'node:path'

export default defineFwConfig({
  alias: {
    lib: resolve(__dirname, 'lib'),
    components: resolve(__dirname, 'components'),
    composables: resolve(import.meta.dirname, 'composables'),
  },
})
