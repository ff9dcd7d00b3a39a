export default defineFwConfig({
  css: ['#root/app/assets/main.css'],
})
