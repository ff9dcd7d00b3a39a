module.exports = { server: '~/server' }
