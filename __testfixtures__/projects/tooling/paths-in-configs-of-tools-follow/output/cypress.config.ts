import { resolve } from 'node:path'
export default {
  component: { specPattern: 'app/components/**/*.cy.ts' },
  helper: resolve(__dirname, 'app/utils/format.ts'),
}
