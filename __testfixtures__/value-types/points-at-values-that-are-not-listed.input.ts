export default defineFwConfig({
  plugins: [{ src: '~/plugins/a', mode: 'browser' }, { src: '~/plugins/b', mode: 'client' }],
  sourcemap: { server: 'inline', client: 'hidden' },
})
