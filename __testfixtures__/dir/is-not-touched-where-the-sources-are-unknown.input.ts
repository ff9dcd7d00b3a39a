export default defineFwConfig({
  srcDir: isDocker ? 'src' : 'client',
  dir: { pages: 'views' },
})
