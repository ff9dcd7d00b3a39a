module.exports = { generate: { routes: ['/a'], exclude: ['/b'] }, ssr: true }
