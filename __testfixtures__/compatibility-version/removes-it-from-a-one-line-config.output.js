module.exports = { ssr: true, future: { multiApp: true } }
