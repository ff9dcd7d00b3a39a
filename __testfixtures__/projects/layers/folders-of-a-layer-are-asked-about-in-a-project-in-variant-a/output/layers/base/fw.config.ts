export default defineFwConfig({ srcDir: '.', dir: { app: 'app' } })
