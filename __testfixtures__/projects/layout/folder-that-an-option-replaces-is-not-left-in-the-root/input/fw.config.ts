export default defineFwConfig({ dir: { pages: 'views' } })
