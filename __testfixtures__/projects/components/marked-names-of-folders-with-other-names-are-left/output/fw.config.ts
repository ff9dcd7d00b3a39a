export default defineFwConfig({ dir: { assets: 'app/styles' } })
