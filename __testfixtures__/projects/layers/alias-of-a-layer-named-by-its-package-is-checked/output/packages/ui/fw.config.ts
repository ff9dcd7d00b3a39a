import { fileURLToPath } from 'node:url'

export default defineFwConfig({
  alias: { '#ui': fileURLToPath(new URL('./app/components', import.meta.url)) },
})
