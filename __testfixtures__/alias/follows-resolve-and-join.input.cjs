const { resolve, join } = require('node:path')

module.exports = {
  alias: {
    utils: resolve(__dirname, 'utils'),
    icons: join(__dirname, 'assets', 'icons'),
    lib: resolve(__dirname, './lib'),
  },
}
