import path from 'node:path'
const root = path.join(__dirname, '..')
const here = path.dirname(new URL(import.meta.url).pathname)
export const a = path.join(root, 'pages', 'index.vue')
export const b = path.join(here, '..', 'lib', 'p.ts')
export const c = path.join(root, 'lib', 'p.ts')
export const d = path.join(here, '..', 'pages')
