export default defineFwConfig({
  srcDir: 'src',
  alias: {
    '#styles': '~/styles',
    '#root-styles': '~/styles',
    '#handlers': '~~/server/handlers',
    '#files': 'public/files',
    '#shell': '@/shell',
  },
})
