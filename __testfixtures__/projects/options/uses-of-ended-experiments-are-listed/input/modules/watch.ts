export default (options, app) => {
  app.hook('builder:watch', (event, path) => {})
}
