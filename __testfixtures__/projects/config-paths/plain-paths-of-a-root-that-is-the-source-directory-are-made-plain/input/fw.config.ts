export default defineFwConfig({
  css: ['./styles/base.css', './assets/main.css', './styles/gone.css'],
  plugins: ['./lib/start'],
})
