export default defineFwConfig({
  extends: ['../base', '@acme/layer', 'github:acme/theme'],
})
