const { join } = require('path')

module.exports = {
  dir: {
    pages: join(__dirname, 'app/views'),
    public: join(__dirname, 'static'),
  },
}
