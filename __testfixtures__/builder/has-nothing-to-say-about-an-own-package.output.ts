export default defineFwConfig({ builder: '@acme/builder' })
