export default defineFwConfig({ dir: { assets: 'styles' } })
