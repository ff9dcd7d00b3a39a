import { resolve } from 'node:path'

export default defineFwConfig({
  bundler1: {
    root: resolve(__dirname, 'src'),
    server: {
      fs: { allow: [resolve(__dirname, 'src/assets'), '..', '~/styles'] },
    },
  },
  srcDir: 'src',
})
