import { join, normalize } from 'node:path'

export default defineFwConfig({
  css: [normalize(join(__dirname, 'app/assets/a.css')), new URL('./app/assets/a.css', import.meta.url).href],
})
