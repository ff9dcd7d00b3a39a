import { readFile } from 'node:fs/promises'
export default defineEventHandler((e) => readFile('assets/data/' + e.id))
