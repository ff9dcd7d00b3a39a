export default defineFwConfig({
  bundler1: {
    root: './app',
    publicDir: '../public',
    server: { fs: { allow: ['assets', 'client/assets'] } },
    resolve: { alias: { style: '/assets/a.css' } },
  },
})
