module.exports = { content: ['./app/**/*.vue'] }
