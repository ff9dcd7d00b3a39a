export default defineFwConfig({
  alias: {
    '#lib': '~/lib',
    '#lib-css': '#lib/css',
  },
})
