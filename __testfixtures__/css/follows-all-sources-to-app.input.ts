export default defineFwConfig({
  srcDir: 'src',
  css: ['~/styles/a.css', './styles/b.css', 'public/c.css', '~/public/d.css', '@@/src/e.css', '~/app/f.css'],
})
