export default defineFwConfig({
  components: ['~~/node_modules/@scope/ui/components'],
})
