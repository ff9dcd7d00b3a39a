export default defineFwConfig({
  bundler1: {
    publicDir: 'public',
    server: { fs: { allow: ['app/assets', './app/assets', './data', '..'] } },
    resolve: { alias: { style: '/assets/a.css', logo: '/logo.svg' } },
  },
})
