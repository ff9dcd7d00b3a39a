export default defineFwConfig({ srcDir: 'app/src' })
