export default {
  dir: {
    // our routes
    pages: 'app/screens'
  }
}
