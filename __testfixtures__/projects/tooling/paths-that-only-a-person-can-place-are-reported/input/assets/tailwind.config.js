module.exports = { content: ['./components/**/*.vue'] }
