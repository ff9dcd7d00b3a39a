const { a } = require('../../lib/a')
module.exports = { a }
