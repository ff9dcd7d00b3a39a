import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineFwConfig } from 'fw/config'

const rootDir = join(dirname(fileURLToPath(import.meta.url)), '../..')

// relative to srcDir: see the wiki
export default defineFwConfig({
  imports: {
    dirs: ['~/stores', '~/composables/*'],
  },
  runtimeConfig: { workspace: rootDir },
})
