import { fileURLToPath } from 'url'
import { dirname, join } from 'path'

const currentDir = dirname(fileURLToPath(import.meta.url))

export default defineFwConfig({
  css: [join(currentDir, '/assets/a.css'), join(currentDir, 'assets/b.css')],
})
