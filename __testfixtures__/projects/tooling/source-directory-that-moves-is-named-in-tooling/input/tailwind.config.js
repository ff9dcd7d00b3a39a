module.exports = { content: ['./src/**/*.vue'] }
