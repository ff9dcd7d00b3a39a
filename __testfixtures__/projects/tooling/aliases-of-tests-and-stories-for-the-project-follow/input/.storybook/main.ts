import { resolve } from 'node:path'

export default {
  async viteFinal(config) {
    config.resolve.alias = {
      ...config.resolve.alias,
      '~': resolve(__dirname, '..'),
      '@': resolve(__dirname, '../'),
    }
    return config
  },
}
