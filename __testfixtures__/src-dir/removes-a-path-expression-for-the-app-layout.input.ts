import { fileURLToPath } from 'node:url'

export default defineFwConfig({
  ssr: true,
  srcDir: fileURLToPath(new URL('./client', import.meta.url)),
})
