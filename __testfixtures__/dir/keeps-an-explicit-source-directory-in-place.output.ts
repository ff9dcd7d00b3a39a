export default defineFwConfig({
  srcDir: 'src',
  dir: { layouts: 'src/frames', modules: 'src/modules', public: 'src/public' },
})
