import { fileURLToPath } from 'node:url'

export default defineFwConfig({
  alias: { '#ui': fileURLToPath(new URL('./components', import.meta.url)) },
})
