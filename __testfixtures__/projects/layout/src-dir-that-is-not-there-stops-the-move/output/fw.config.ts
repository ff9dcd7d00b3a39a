export default defineFwConfig({ srcDir: 'nope' })
