module.exports = {
  ssr: true, dir: { pages: 'pages' }, $production: {}, experimental: { watcher: 'watcher2' }
}
