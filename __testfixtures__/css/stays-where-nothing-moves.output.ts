export default defineFwConfig({
  css: ['~/styles/a.css', './b.css', 'public/c.css'],
})
