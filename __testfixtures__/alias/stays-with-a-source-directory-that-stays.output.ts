export default defineFwConfig({
  srcDir: 'src',
  alias: {
    '#styles': '~/styles',
    '#server-utils': '~~/src/server/utils',
    '#files': '~~/src/public/files',
    '#local': './local',
  },
})
