import { fileURLToPath } from 'node:url'

export default defineFwConfig({
  ssr: true,
})
