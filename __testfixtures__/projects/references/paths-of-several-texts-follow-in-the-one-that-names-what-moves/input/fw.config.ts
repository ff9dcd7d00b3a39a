import { join } from 'node:path'

export default defineFwConfig({
  css: [__dirname + '/assets' + '/a.css'],
  plugins: [join(__dirname, '.', 'plugins', `a.ts`)],
})
