export default defineFwConfig({
  watch: [join(root, 'content'), ...extra],
})
