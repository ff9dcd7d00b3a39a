const { resolve } = require('node:path')
module.exports = { resolve: { alias: { '~': resolve(__dirname, 'app'), '@': './app' } }, '@': true }
