import { join, resolve } from 'node:path'
export const root = resolve(__dirname, '..')
export const components = join(root, 'app/components')
