export default defineFwConfig({
  ignore: ['*/internal/*.ts'],
})
