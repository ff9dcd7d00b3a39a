export default defineFwConfig({ dir: {} })
