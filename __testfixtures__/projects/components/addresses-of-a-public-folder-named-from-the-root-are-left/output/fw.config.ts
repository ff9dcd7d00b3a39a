export default defineFwConfig({
  srcDir: 'src',
  dir: { public: 'src/public' },
  css: ['/assets/a.css'],
})
