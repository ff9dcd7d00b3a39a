export default defineFwConfig({
  dir: { assets: 'styles' },
  css: ['assets/a.css', '~assets/a.css', 'styles/a.css'],
});
