module.exports = { pages: 'views', app: 'app' }
