export default {
  dir: {
    // our routes
    pages: 'screens',
    // as always
    plugins: 'plugins',
    modules: 'modules'
  }
}
