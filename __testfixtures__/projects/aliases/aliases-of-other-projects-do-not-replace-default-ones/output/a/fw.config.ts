import { fileURLToPath } from 'node:url'

export default defineFwConfig({
  alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) },
})
