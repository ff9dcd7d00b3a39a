import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))

export default {
  content: [resolve(here, './components/**/*.{vue,ts}'), resolve(here, './pages/**/*.vue')],
}
