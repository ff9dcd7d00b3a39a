import { join, resolve, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readdirSync, readFileSync } from 'node:fs'
const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
readdirSync(join(root, 'app/pages'))
readFileSync(join(root, 'app/pages', 'index.vue'))
readFileSync(`${root}/app/pages/index.vue`)
readFileSync(join(root, 'app/pages/index.vue'))
// These are where they were.
readFileSync(join(root, 'server', 'a.ts'))
readFileSync(join(root, 'lib', 'p.ts'))
readFileSync(join(root, 'dist', 'pages'))
