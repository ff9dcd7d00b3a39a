export default {
  ignoreFiles: ['assets/vendor.css'],
}
