const path = require('path')

module.exports = {
  build: {
    templates: [{ src: path.resolve(__dirname, 'plugins/tpl.js'), dst: 'tpl.js' }]
  }
}
