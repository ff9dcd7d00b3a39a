export default defineFwConfig({
  srcDir: 'client',
  bundler1: {
    root: './client',
    publicDir: 'public',
    server: { fs: { allow: ['assets', 'client/assets'] } },
    resolve: { alias: { style: '/assets/a.css' } },
  },
})
