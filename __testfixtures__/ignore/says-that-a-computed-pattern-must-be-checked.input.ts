export default defineFwConfig({
  ignore: [`pages/${process.env.HIDDEN}/**`],
})
