module.exports = { serverEngine: { prerender: { routes: ['/a'], ignore: ['/b'] } }, ssr: true }
