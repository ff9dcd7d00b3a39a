export default defineFwConfig({
  srcDir: 'src',
  alias: {
    '#styles': '~/styles',
    '#root-styles': '~~/src/styles',
    '#handlers': '~/server/handlers',
    '#files': 'public/files',
    '#shell': '@/app/shell',
  },
})
