export default defineFwConfig({
  bundler1: {
    resolve: { alias: { x: '~/lib' } },
    build: { root: '~/lib' },
    cacheDir: '.cache',
  },
})
