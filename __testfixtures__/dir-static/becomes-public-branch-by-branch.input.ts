export default defineFwConfig({
  srcDir: 'src',
  dir: { static: process.env.CI ? 'cdn' : 'files' },
})
