module.exports = { ssr: false, srcDir: '.', modules: [] }
