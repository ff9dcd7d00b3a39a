import { join } from 'node:path'

export const extra = {
  alias: {
    '#data': join(__dirname, '../data'),
    '#comp': join(__dirname, '../components'),
  },
}
