import { join, normalize } from 'node:path'

export default defineFwConfig({
  css: [normalize(join(__dirname, 'assets/a.css')), new URL('./assets/a.css', import.meta.url).href],
})
