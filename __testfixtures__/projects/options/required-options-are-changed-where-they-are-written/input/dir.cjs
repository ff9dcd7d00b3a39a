module.exports = { pages: 'views' }
