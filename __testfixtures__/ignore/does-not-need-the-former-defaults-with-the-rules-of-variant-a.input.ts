export default defineFwConfig({
  future: { compatibilityVersion: 4 },
  ignore: ['pages/x.vue'],
})
