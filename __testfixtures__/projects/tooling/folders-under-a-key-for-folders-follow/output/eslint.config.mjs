import { withFw } from './lint.mjs'

export default withFw({
  dirs: { pages: ['app/pages'], components: ['app/components'], src: ['.'] },
  rules: { pages: 'pages' },
})
