export default defineFwConfig({
  srcDir: './src',
  dir: { layouts: 'src/app/layouts' },
})
