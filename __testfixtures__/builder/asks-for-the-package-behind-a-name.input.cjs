const bundler = 'bundler3'

module.exports = { builder: bundler }
