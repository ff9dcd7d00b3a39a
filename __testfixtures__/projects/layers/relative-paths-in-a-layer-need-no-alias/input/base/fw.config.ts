export default defineFwConfig({
  components: ['./components/global'],
  css: ['./assets/a.css'],
})
