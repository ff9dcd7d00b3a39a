import path, { join, resolve } from 'node:path'
import { readFileSync, readdirSync } from 'node:fs'
const a = path.join(process.cwd(), 'components', 'A.vue')
const b = path.resolve('components/A.vue')
const c = readFileSync('components/A.vue')
const d = readdirSync('./pages')
const e = resolve('pages')
const f = join(process.cwd(), 'server')
const g = resolve(process.cwd(), 'components', 'A.vue')
const h = `${process.cwd()}/components/A.vue`
const root = process.cwd()
const i = join(root, 'components', 'A.vue')
const j = process.cwd() + '/components/A.vue'
const k = resolve('components', name)
