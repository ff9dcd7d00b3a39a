export default defineFwConfig({
  srcDir: 'src',
  alias: {
    '#styles': '~/styles',
    '#server-utils': '~/server/utils',
    '#files': '~/public/files',
    '#local': './local',
  },
})
