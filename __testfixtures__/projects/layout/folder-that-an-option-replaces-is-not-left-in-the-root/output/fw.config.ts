export default defineFwConfig({ dir: { pages: 'app/views' } })
