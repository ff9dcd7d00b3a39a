export default defineFwConfig({
  components: ['./app/components/global'],
  css: ['./app/assets/a.css'],
})
