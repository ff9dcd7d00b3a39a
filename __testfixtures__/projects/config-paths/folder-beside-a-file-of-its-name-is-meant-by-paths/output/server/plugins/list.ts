import { join } from 'node:path'

export const folder = join(__dirname, '../../app/components')
