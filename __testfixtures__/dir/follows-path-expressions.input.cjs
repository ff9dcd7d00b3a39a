const { join } = require('path')

module.exports = {
  dir: {
    pages: join(__dirname, 'views'),
    public: join(__dirname, 'static'),
  },
}
