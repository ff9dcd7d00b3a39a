import fs, { readdirSync } from 'node:fs'
import { readdir } from './own.mjs'
import { glob } from 'glob'

// These stay, or are read from elsewhere.
readdirSync('server')
readdir('pages')
fs.writeFileSync('dist/list.txt', 'pages')
fs.readFileSync(file, 'components')
glob('**/*.css', { ignore: ['node_modules'] })
console.log('pages')
