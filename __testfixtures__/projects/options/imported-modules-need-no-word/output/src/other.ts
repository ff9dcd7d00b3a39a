export default defineFwModule<Options>((options, fw) => {})
