export default defineFwConfig({
  srcDir: 'client',
  bundler1: {
    publicDir: 'client/public',
    server: { fs: { allow: ['assets', './client/assets', './data', '..'] } },
    resolve: { alias: { style: '/assets/a.css', logo: '/logo.svg' } },
  },
})
