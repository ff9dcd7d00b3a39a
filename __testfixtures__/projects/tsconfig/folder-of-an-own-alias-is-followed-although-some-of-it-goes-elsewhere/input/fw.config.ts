export default defineFwConfig({ srcDir: 'src' })
