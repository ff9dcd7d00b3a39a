export default defineFwConfig({
  extends: ['./layers/theme', './layers/other'],
})
