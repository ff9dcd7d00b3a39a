export default defineFwConfig({
  components: ['~~/widgets'],
  dir: { pages: 'pages' },
})
