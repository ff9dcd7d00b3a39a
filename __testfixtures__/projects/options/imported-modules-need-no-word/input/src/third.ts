export default defineFwModule<Options>().with({ setup() {} })
