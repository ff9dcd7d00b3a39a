export default defineFwConfig({
  srcDir: getSource(),
  dir: { static: 'static' },
})
