export default defineFwConfig({
  srcDir: '..',
  serverDir: '../server',
  dir: { modules: '../modules', public: '../public' },
});
