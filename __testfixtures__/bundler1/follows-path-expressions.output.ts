import { resolve } from 'node:path'

export default defineFwConfig({
  bundler1: {
    root: resolve(__dirname, 'app'),
    server: {
      fs: { allow: [resolve(__dirname, 'app/assets'), '..', '~/styles'] },
    },
  },
  srcDir: 'src',
})
