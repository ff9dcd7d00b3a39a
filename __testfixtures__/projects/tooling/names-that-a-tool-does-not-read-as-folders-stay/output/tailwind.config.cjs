const dirs = ['components', 'pages']
const own = ['./app/pages/**/*.vue']
module.exports = {
  content: [...own, ...dirs.map((dir) => `./packages/other/${dir}/**/*.vue`)],
}
