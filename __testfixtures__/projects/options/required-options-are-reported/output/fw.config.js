module.exports = defineFwConfig({
  dir: require('./dir.cjs'),
  css: require('./styles.cjs').css,
  alias: require('./shared.cjs'),
  runtimeConfig: { all: require('./shared.cjs') },
})
