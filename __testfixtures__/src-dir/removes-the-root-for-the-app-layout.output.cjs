module.exports = { ssr: false, modules: [] }
