export default defineFwConfig({
  srcDir: 'src',
  plugins: ['~/plugins/a', { src: '~/plugins/b', mode: 'server' }, '~~/server/plugins/c'],
})
