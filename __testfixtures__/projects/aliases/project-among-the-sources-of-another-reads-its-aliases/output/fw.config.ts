export default defineFwConfig({ srcDir: 'src/', dir: { app: 'src/app' } })
