import { resolve } from 'node:path'
export default {
  webpackFinal(config) {
    config.resolve.alias['~~'] = resolve(__dirname, '..')
    config.resolve.alias['~'] = resolve(__dirname, '../app')
    return config
  },
}
