export default defineFwConfig({
  srcDir: 'client',
  dir: { public: '../public', modules: 'client/modules' },
})
