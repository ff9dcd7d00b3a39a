import { join } from 'node:path'

const server = 'server'
const styles = 'assets'

export default defineFwConfig({
  alias: { lib: join(__dirname, server, 'lib.ts'), style: join(__dirname, styles, 'a.css') },
  css: [join(__dirname, 'assets', `a.css`)],
  srcDir: '.',
  dir: { app: 'app' },
})
