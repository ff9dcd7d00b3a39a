import { fileURLToPath } from 'node:url'
import { title } from './utils/title'

export default {
  alias: { ui: fileURLToPath(new URL('./components', import.meta.url)) },
}
