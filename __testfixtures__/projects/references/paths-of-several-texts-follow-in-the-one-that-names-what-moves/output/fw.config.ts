import { join } from 'node:path'

export default defineFwConfig({
  css: [__dirname + '/app/assets' + '/a.css'],
  plugins: [join(__dirname, '.', 'app/plugins', `a.ts`)],
})
