import sharp from 'sharp'
import { readFile } from 'node:fs/promises'
import { execSync } from 'node:child_process'
sharp('assets/icons/a.svg')
execSync('svgo assets/icons/a.svg')
const ICONS = 'assets/icons'
await readFile('assets/data/' + process.argv[2])
await readFile('assets/none/' + ICONS)
