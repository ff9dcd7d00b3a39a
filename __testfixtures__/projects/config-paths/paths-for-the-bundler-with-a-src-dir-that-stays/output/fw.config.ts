export default defineFwConfig({
  srcDir: 'client',
  bundler1: {
    publicDir: 'client/public',
    server: { fs: { allow: ['client/assets', './client/assets', './data', '..'] } },
    resolve: { alias: { style: '/assets/a.css', logo: '/logo.svg' } },
  },
  dir: { public: 'client/public' },
})
