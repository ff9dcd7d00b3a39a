export default defineFwConfig({
  srcDir: 'src',
  theme: './theme',
})
