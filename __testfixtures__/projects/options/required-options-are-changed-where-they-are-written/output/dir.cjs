module.exports = { pages: 'app/views' }
