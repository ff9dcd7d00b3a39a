import { resolve } from 'node:path'

export default defineFwConfig({
  srcDir: 'src',
  serverDir: resolve(__dirname, 'app/backend'),
})
