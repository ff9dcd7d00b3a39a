export default defineFwConfig({
  dir: { assets: 'app/styles' },
  css: ['assets/a.css', '~assets/a.css', '~/styles/a.css'],
});
