export default (options, app) => {
  app.hook('builder:watch', (event, path) => {
    if (path === 'content/index.md') options.reload()
  })
}
