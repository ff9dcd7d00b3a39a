import { fileURLToPath } from 'url'
import { dirname, join } from 'path'

const currentDir = dirname(fileURLToPath(import.meta.url))

export default defineFwConfig({
  css: [join(currentDir, '/app/assets/a.css'), join(currentDir, 'app/assets/b.css')],
})
