export default { test: { alias: { '~': '/' } } }
