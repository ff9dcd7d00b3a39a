export default defineFwModule({ setup() {} })
