export default defineFwConfig({
  css: ['/assets/a.css'],
  $test: { srcDir: '.' },
  srcDir: '.',
  dir: { app: 'app' },
})
