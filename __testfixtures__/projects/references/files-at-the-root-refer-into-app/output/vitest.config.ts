import { fileURLToPath } from 'node:url'
import { title } from './app/utils/title'

export default {
  alias: { ui: fileURLToPath(new URL('./app/components', import.meta.url)) },
}
