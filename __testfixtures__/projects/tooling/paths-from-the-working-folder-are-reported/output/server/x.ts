import { resolve, join } from 'node:path'
const a = join(process.cwd(), 'components', 'A.vue')
const b = join(process.cwd(), 'pages')
const c = resolve('./components')
