export default defineFwConfig({
  dir: { pages: 'app/views', plugins: 'app/boot/plugins' },
})
