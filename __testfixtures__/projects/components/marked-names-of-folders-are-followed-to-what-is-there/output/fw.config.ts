export default defineFwConfig({ dir: { assets: 'assets' } })
