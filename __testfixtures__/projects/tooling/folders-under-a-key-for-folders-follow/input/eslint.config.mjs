import { withFw } from './lint.mjs'

export default withFw({
  dirs: { pages: ['pages'], components: ['components'], src: ['.'] },
  rules: { pages: 'pages' },
})
