export default defineFwConfig({
  css: ['#root/assets/main.css'],
})
