import { fileURLToPath } from 'node:url'

export const aliases = {
  '@ui': fileURLToPath(new URL('../../apps/a/app/components', import.meta.url)),
}
