const module = defineFwModule({ setup() {} }) satisfies Module
export default module
