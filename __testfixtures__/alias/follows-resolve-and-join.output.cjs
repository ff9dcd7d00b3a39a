const { resolve, join } = require('node:path')

module.exports = {
  alias: {
    utils: resolve(__dirname, 'app/utils'),
    icons: join(__dirname, 'app/assets', 'icons'),
    lib: resolve(__dirname, './lib'),
  },
}
