const path = require('path')
module.exports = async () => ({ bundler2: { loaders: { scss: { additionalData: '@import "@/assets/x.scss"; @import "~@@/lib/vars";' } } }, some: { entry: path.resolve(__dirname, 'app/assets/x.scss'), x: '~~/lib/a.ts', y: path.join('pages', 'index.vue') } })
