export default defineFwConfig({
  extends: ['github:org/layer#v4', '@org/theme'],
})
