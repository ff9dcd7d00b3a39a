import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))

export default defineFwConfig({
  css: [join(here, '/pages/a.css'), join(here, 'pages/b.css')],
})
