module.exports = { plugins: [['module-resolver', { alias: { '~/': './' } }]] }
