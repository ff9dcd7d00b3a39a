import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
export default { alias: { c: dirname(fileURLToPath(new URL('./components/a.css', import.meta.url))) } }
