export default defineFwConfig({
  css: ['/assets/a.css'],
  $test: { srcDir: '.' },
})
