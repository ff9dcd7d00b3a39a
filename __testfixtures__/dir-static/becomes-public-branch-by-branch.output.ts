export default defineFwConfig({
  srcDir: 'src',
  dir: { public: process.env.CI ? 'src/cdn' : 'src/files' },
})
