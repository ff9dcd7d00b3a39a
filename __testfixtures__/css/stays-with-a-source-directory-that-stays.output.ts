export default defineFwConfig({
  srcDir: 'src',
  css: ['~/styles/a.css', './styles/b.css', '~/public/c.css', 'assets/d.css', '~~/src/e.css'],
})
