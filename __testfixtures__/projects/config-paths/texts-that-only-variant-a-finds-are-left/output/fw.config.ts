export default defineFwConfig({
  css: ['./styles/main.css', 'styles/main.css'],
  plugins: ['setup/a'],
})
