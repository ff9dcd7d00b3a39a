import { resolve } from 'node:path'
export default {
  component: { specPattern: 'components/**/*.cy.ts' },
  helper: resolve(__dirname, 'utils/format.ts'),
}
