import fs, { cpSync, existsSync as exists, readdirSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { glob, globSync } from 'glob'
import fg from 'fast-glob'

readdirSync('pages')
exists('components/Card.vue')
await readdir('pages', { withFileTypes: true })
await fs.promises.readdir('components')
fs.readFileSync('assets/main.css', 'utf8')
cpSync('assets', 'dist/assets', { recursive: true })
glob('components/**')
globSync(['pages/**/*.vue', '!components/**'])
fg.sync('pages')
fs.writeFileSync(`pages/${name}.vue`, '')
