export default defineFwConfig({ srcDir: '.', dir: { app: 'App' } })
