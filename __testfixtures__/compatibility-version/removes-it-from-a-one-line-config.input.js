module.exports = { ssr: true, future: { compatibilityVersion: 4, multiApp: true } }
