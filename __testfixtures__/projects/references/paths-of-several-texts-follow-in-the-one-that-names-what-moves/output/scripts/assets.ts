import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(__dirname, '..')
const styles = 'assets'

export const sum = __dirname + '/..' + '/app/assets' + '/a.css'
export const template = `${__dirname}/..${'/app/assets'}/a.css`
export const nested = join(resolve(dirname(fileURLToPath(import.meta.url)), '..'), "app/assets", 'a.css')
export const url = new URL('a.css', new URL('../app/assets/', import.meta.url)).href
export const below = join(root, 'app/assets', 'a.css')
export const named = join(root, styles, 'a.css')
export const computed = join(root, 'app/assets', process.env.NAME + '.css')
