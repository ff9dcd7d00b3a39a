import { resolve } from 'node:path'
export default {
  webpackFinal(config) {
    config.resolve.alias['~'] = resolve(__dirname, '..')
    return config
  },
}
