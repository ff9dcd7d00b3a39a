import { fileURLToPath } from 'node:url'
export default defineFwConfig({
  alias: { '#theme': fileURLToPath(new URL('.', import.meta.url)) },
})
